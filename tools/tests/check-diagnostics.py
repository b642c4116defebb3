"""check-diagnostics.py json|sarif FILE -- check that FILE is as docs/diagnostics-json.md specifies.

Prints ids and the outcome, one in each line; errors go to standard error, with exit status 1. For
SARIF: the objects in use have all keys that the schema of 2.1.0 requires, and no unknown key."""
import json
import re
import sys

OUTCOMES = {"ok", "reject", "trap", "limit", "unsupported"}
INTEGER, TEXT, INSTANCE = int, str, [int]
# object: {key: (required, type)}; a string as type names another object, [type] is an array.
SARIF = {
    "log": {"$schema": (False, TEXT), "version": (True, TEXT), "runs": (True, ["run"])},
    "run": {"tool": (True, "tool"), "columnKind": (False, TEXT), "results": (False, ["result"]),
            "invocations": (False, ["invocation"])},
    "tool": {"driver": (True, "component")},
    "component": {"name": (True, TEXT), "version": (False, TEXT), "rules": (False, ["rule"])},
    "rule": {"id": (True, TEXT), "name": (False, TEXT), "shortDescription": (True, "text"),
             "fullDescription": (True, "text"), "help": (True, "text"),
             "defaultConfiguration": (True, "configuration"), "properties": (False, dict)},
    "text": {"text": (True, TEXT), "markdown": (False, TEXT)},
    "configuration": {"enabled": (False, bool), "level": (False, TEXT)},
    "result": {"ruleId": (True, TEXT), "ruleIndex": (True, INTEGER), "level": (True, TEXT),
               "message": (True, "text"), "locations": (True, ["location"]),
               "relatedLocations": (False, ["related"]), "occurrenceCount": (False, INTEGER),
               "properties": (True, dict)},
    "location": {"physicalLocation": (False, "physical"), "logicalLocations": (False, ["logical"])},
    "related": {"id": (True, INTEGER), "message": (True, "text"),
                "physicalLocation": (False, "physical"), "logicalLocations": (False, ["logical"]),
                "properties": (True, dict)},
    "physical": {"artifactLocation": (True, "artifact"), "region": (True, "region"),
                 "contextRegion": (False, "region")},
    "artifact": {"uri": (True, TEXT)},
    "region": {"startLine": (True, INTEGER), "startColumn": (False, INTEGER),
               "snippet": (False, "text")},
    "logical": {"name": (True, TEXT), "fullyQualifiedName": (True, TEXT), "kind": (True, TEXT)},
    "invocation": {"executionSuccessful": (True, bool), "exitCode": (False, INTEGER),
                   "exitCodeDescription": (False, TEXT), "properties": (False, dict)},
}
JSON = {
    "diagnostic": {"kind": (True, TEXT), "id": (True, TEXT), "severity": (True, TEXT),
                   "outcome": (True, TEXT), "clause": (False, TEXT), "message": (True, TEXT), "notes": (False, [TEXT]),
                   "file": (False, TEXT), "directory": (False, TEXT), "line": (False, INTEGER),
                   "column": (False, INTEGER), "function": (False, TEXT),
                   "instruction": (False, TEXT), "node": (False, TEXT), "instance": (False, INSTANCE),
                   "ancestors": (False, ["ancestor"]), "execution": (False, INTEGER),
                   "count": (False, INTEGER), "value": (False, TEXT), "object": (False, TEXT),
                   "origin": (False, TEXT), "fix": (False, TEXT), "related": (False, ["related"])},
    "related": {"what": (True, TEXT), "file": (False, TEXT), "directory": (False, TEXT),
                "line": (False, INTEGER), "column": (False, INTEGER), "function": (False, TEXT),
                "instruction": (False, TEXT), "node": (False, TEXT), "instance": (False, INSTANCE),
                "ancestors": (False, ["ancestor"]), "execution": (False, INTEGER),
                "value": (False, TEXT)},
    "ancestor": {"node": (True, TEXT), "instance": (True, INSTANCE)},
    "outcome": {"kind": (True, TEXT), "outcome": (True, TEXT), "exit": (True, INTEGER),
                "text": (True, TEXT), "errors": (True, INTEGER), "warnings": (True, INTEGER)},
}


def fail(text):
    sys.exit("check-diagnostics: " + text)


def check(schema, kind, value, path):
    if isinstance(kind, list):
        if not isinstance(value, list):
            fail(f"{path} is no array")
        for i, item in enumerate(value):
            check(schema, kind[0], item, f"{path}[{i}]")
    elif isinstance(kind, str):
        if not isinstance(value, dict):
            fail(f"{path} is no object")
        for key, (required, _) in schema[kind].items():
            if required and key not in value:
                fail(f"{path} lacks {key}")
        for key, item in value.items():
            if key not in schema[kind]:
                fail(f"{path} has an unknown {key}")
            check(schema, schema[kind][key][1], item, f"{path}.{key}")
    elif not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        fail(f"{path} is {value!r}, no {kind.__name__}")


def once(pairs):
    if len({key for key, _ in pairs}) != len(pairs):
        fail(f"a key is there twice: {[key for key, _ in pairs]}")
    return dict(pairs)


def check_json(text):
    lines = [line for line in text.split("\n") if line.startswith('{"kind":')]
    for i, line in enumerate(lines):
        record = json.loads(line, object_pairs_hook=once)
        check(JSON, record["kind"], record, f"line {i + 1}")
        if (record["kind"] == "outcome") != (i == len(lines) - 1):
            fail("the outcome is the last line, and no other")
        if record["outcome"] not in OUTCOMES:
            fail(f"no outcome: {record['outcome']}")
        if record["kind"] == "diagnostic" and (record["severity"] == "warning") != (
                record["outcome"] == "ok"):
            fail("severity and outcome disagree")
        print(record.get("id") or f"{record['outcome']} {record['exit']}")


def check_sarif(text):
    log = json.loads(text, object_pairs_hook=once)
    check(SARIF, "log", log, "log")
    run, = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    if log["version"] != "2.1.0" or run["columnKind"] != "unicodeCodePoints":
        fail("version or columnKind")
    if len({rule["id"] for rule in rules}) != len(rules):
        fail("two rules have the same id")
    for rule in rules:
        if rule["defaultConfiguration"]["level"] not in ("error", "warning"):
            fail(f"level of {rule['id']}")
        if "Fix: " not in rule["help"]["text"] or "```" not in rule["help"]["markdown"]:
            fail(f"help of {rule['id']}")
    for result in run["results"]:
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            fail(f"ruleIndex of {result['ruleId']}")
        if result["level"] not in ("error", "warning"):
            fail(f"level of {result['ruleId']}")
        for location in result["locations"]:
            uri = location.get("physicalLocation", {}).get("artifactLocation", {}).get("uri", "x")
            if not re.fullmatch(r"(?:[A-Za-z0-9._~/+,@=:-]|%[0-9A-F]{2})+", uri):
                fail(f"URI {uri}")
        print(result["ruleId"])
    invocation, = run["invocations"]
    outcome = invocation.get("properties", {}).get("outcome", "unknown")
    print(outcome, invocation.get("exitCode", "unknown"))


with open(sys.argv[2], encoding="utf-8", newline="\n") as stream:
    content = stream.read()
check_json(content) if sys.argv[1] == "json" else check_sarif(content)
