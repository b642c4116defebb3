"""check-launches.py SCHEMA FILE... -- print for each file whether the JSON Schema accepts it: "accepted FILE" or "refused FILE".
Exit status 77 if the modules for that are not installed."""

import json
import sys

try:
    import jsonschema
    import yaml
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)

with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for path in sys.argv[2:]:
    with open(path) as file:
        print("accepted" if validator.is_valid(yaml.safe_load(file)) else "refused", path)
