"""traces/viewer/browser.py -- a page of hpvm-trace in headless Chromium, for tests, pictures and measurements.

Needs chromium, chromedriver and the Python package selenium, for this or another Python (need). Run
as a program it prints what is missing and exits with status 77.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    SELENIUM = True
except ImportError:
    SELENIUM = False


def pythons():
    """Return every python3 of the search path, and the one for which Debian installs selenium."""
    folders = [*os.environ.get("PATH", "").split(os.pathsep), "/usr/bin"]
    return dict.fromkeys(path for path in (os.path.join(folder, "python3") for folder in folders) if os.access(path, os.X_OK))


def need():
    """Return what is missing for a browser, or None. If only this Python lacks selenium, restart the
    program with another one."""
    if not CHROMIUM or not DRIVER:
        return "no Chromium with its driver"
    for python in () if SELENIUM else pythons():
        if subprocess.run([python, "-c", "import selenium"], stderr=subprocess.DEVNULL).returncode == 0:
            sys.stdout.flush()
            os.execv(python, [python, "-B", *sys.argv])
    return None if SELENIUM else "no selenium for any Python 3"


class Browser:
    """One Chromium that shows one page at a time. Use it with `with`."""

    def __init__(self, width=1500, height=900, dark=False):
        self.profile = tempfile.mkdtemp()
        options = Options()
        options.binary_location = CHROMIUM
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--no-first-run", "--disable-extensions", "--disable-background-networking",
                         "--force-device-scale-factor=1", "--force-color-profile=srgb", "--hide-scrollbars",
                         f"--user-data-dir={self.profile}"):
            options.add_argument(argument)
        if dark:
            options.add_argument("--force-dark-mode")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))
        self.driver.set_script_timeout(120)
        self.resize(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def resize(self, width, height):
        """Set the size of the page, whatever the window has around it."""
        self.driver.set_window_size(width, height)
        off = self.js("return [outerWidth - innerWidth, outerHeight - innerHeight]")
        self.driver.set_window_size(width + off[0], height + off[1])

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, *arguments, seconds=30):
        """Wait until SCRIPT returns a true value, and return it."""
        end = time.monotonic() + seconds
        while True:
            value = self.js(script, *arguments)
            if value:
                return value
            if time.monotonic() > end:
                raise TimeoutError(f"never came true: {script}")
            time.sleep(0.05)

    def open(self, path, place=""):
        """Open a page. PLACE is such as "#event=12". Return the seconds until the page could be used."""
        begin = time.monotonic()
        self.driver.get("about:blank")
        self.driver.get("file://" + os.path.abspath(path) + place)
        self.wait("return !!(window.hpvmTrace && hpvmTrace.ready)", seconds=60)
        self.settle()
        return time.monotonic() - begin

    def settle(self):
        """Wait until nothing is being loaded or drawn."""
        self.driver.execute_async_script("""
            const done = arguments[0];
            let calm = 0;
            function look() {
                calm = hpvmTrace.store.loading || hpvmTrace.waiting ? 0 : calm + 1;
                if (calm > 3) done(); else requestAnimationFrame(look);
            }
            look();""")

    def complaints(self):
        """Return what the browser has written to its console since the last call."""
        return [f"{entry['level']} {entry['message']}" for entry in self.driver.get_log("browser")]

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def key(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()
        self.settle()

    def at(self, selector, x, y):
        """Move the mouse to a position of an element, relative to its upper left corner."""
        size = self.find(selector).size
        return ActionChains(self.driver, duration=0).move_to_element_with_offset(
            self.find(selector), round(x - size["width"] // 2), round(y - size["height"] // 2))

    def click(self, selector, x, y, times=1):
        actions = self.at(selector, x, y)
        (actions.click() if times == 1 else actions.double_click()).perform()
        self.settle()

    def wheel(self, selector, x, y, amount):
        size = self.find(selector).size
        origin = ScrollOrigin.from_element(self.find(selector), round(x - size["width"] // 2), round(y - size["height"] // 2))
        ActionChains(self.driver).scroll_from_origin(origin, 0, amount).perform()
        self.settle()

    def picture(self, path):
        self.settle()
        self.driver.save_screenshot(path)


if __name__ == "__main__":
    missing = need()
    if missing:
        print(missing)
        sys.exit(77)
