"""Performs WebDriver actions in Chromium, and prints the pointer events that a page saw.

Usage: webdriver.py WIDTH HEIGHT < ACTIONS
"""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request

PAGE = """data:text/html,<body style="margin:0;touch-action:none"><script>
var log = [];
for (const type of ["pointerdown", "pointermove", "pointerup"])
  addEventListener(type, (event) => log.push(
    [type, event.pointerId, event.clientX, event.clientY, event.timeStamp, event.pointerType]));
</script>"""


def main():
    # A thread of the tests blocks signals, and has descriptors that tell when other programs end: a
    # browser waits for its children, and must not hold these open.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.closerange(3, 65536)
    width, height = int(sys.argv[1]), int(sys.argv[2])
    actions = json.load(sys.stdin)
    driver = subprocess.Popen(
        ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = None
        for line in driver.stdout:
            found = re.search(r"on port (\d+)\.", line)
            if found:
                port = int(found.group(1))
                break
        root = f"http://127.0.0.1:{port}"

        def send(method, path, body=None):
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(
                root + path, data, {"Content-Type": "application/json"}, method=method)
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]

        options = {"args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            f"--window-size={width},{height + 200}"]}
        session = send("POST", "/session", {
            "capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})["sessionId"]
        base = f"/session/{session}"
        try:
            send("POST", base + "/url", {"url": PAGE.replace("\n", "")})
            send("POST", base + "/actions", actions)
            log = send("POST", base + "/execute/sync", {"script": "return log", "args": []})
            for event in log:
                print(json.dumps(event))
        finally:
            send("DELETE", base)
    finally:
        driver.terminate()
        driver.wait()


main()
