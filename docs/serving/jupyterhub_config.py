# escale on a JupyterHub: copy what you want into your own jupyterhub_config.py. It is explained in
# docs/serving.md, and tried as it stands by tests/browser/test_hub.py.
import os
import sys

c = get_config()  # noqa: F821  JupyterHub gives it

# 1. In everybody's own server: the games at /user/NAME/escale/, the same notebooks in JupyterLab.
c.Spawner.args = ["--ServerApp.jpserver_extensions=escale.app.extension=True"]
c.Spawner.default_url = "/escale/"  # or "/lab"
# Common tables, so that people of the Hub can invite each other. Whoever has this address can read
# all hands, and so can everybody who runs code in such a server.
if "ESCALE_TABLES" in os.environ:
    c.Spawner.environment = {"ESCALE_TABLES": os.environ["ESCALE_TABLES"]}

# 2. As a service: one escale for all, at /services/escale/, also for those who have no account.
name = os.environ.get("ESCALE_HUB_NAME", "hub.example")  # under which people know the Hub
port = os.environ.get("ESCALE_HUB_PORT", "10866")
c.JupyterHub.services = [
    {
        "name": "escale",
        "url": f"http://127.0.0.1:{port}",
        "command": [
            sys.executable, "-m", "escale.app", "serve", "--no-browser", f"--port={port}",
            "--base-url=/services/escale/", f"--allow-host={name}",
        ],
        # A folder of its own, or a database that nobody's own server knows.
        "environment": {"ESCALE_TABLES": os.environ.get("ESCALE_SERVICE", "/var/lib/escale")},
    }
]  # fmt: skip
