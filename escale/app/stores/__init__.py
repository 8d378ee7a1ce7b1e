"""Where tables are kept: `rows.py` is what all stores share, `sqlite.py` and `postgres.py` are the
two that there are. Which one is meant by `ESCALE_TABLES` is decided in `escale/app/store.py`.
"""
