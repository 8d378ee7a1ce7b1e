"""The app as a folder of files that nobody serves: `escale export site DIR`, see docs/site.md.

`export` writes it; the pages are those of the server (`escale/app/server`), made at a `SitePlace`.
"""
