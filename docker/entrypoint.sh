#!/bin/sh
# `almanac gateway` runs that app; any other word is a command of the almanac tool: migrate, team, key, ping …
set -eu
app="apps/${1:-}/dist/main.js"
if [ "${1:-}" != cli ] && [ -f "$app" ]; then exec node "$app"; fi
exec node apps/cli/bin/almanac.mjs "$@"
