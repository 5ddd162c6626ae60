#!/bin/sh
# Serves Lengthwise with the examples loaded: finds or installs PostgreSQL unless
# DATABASE_URL names one, then starts bin/server, which make has built. Ctrl-C
# ends it. More arguments go to the server.
set -eu
cd "$(dirname "$0")/.."

if [ -n "${DATABASE_URL:-}" ]; then
	echo "using the database of DATABASE_URL" >&2
else
	LENGTHWISE_POSTGRES_BINARIES=$(scripts/postgres.sh)
	[ -z "$LENGTHWISE_POSTGRES_BINARIES" ] || export LENGTHWISE_POSTGRES_BINARIES
fi
echo "starting bin/server on http://${LENGTHWISE_ADDR:-127.0.0.1:8080}; Ctrl-C ends it" >&2
exec bin/server serve --examples "$@"
