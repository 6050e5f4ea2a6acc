"""Working out odds beside the web workers: one process for each server, started when it is first asked.

What takes long is worked out there once, however many ask, and remembered; the workers only wait, and not for
long. Nothing is stored here and no database is opened: a question holds all that its answer takes, and no
dice that are not thrown. Games that were solved are brought and kept by those who ask.

Read in this order: `asked`, `answers`, `desk`, `shelf`, `process`, `client`. The workers import `client` and
`asked` alone, so that what odds need of memory is needed once.
"""
