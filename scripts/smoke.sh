#!/bin/sh
# Shows that `make run` ends in a served page: starts it on a free port and a
# database of its own, asks for health, the first page and the plans, stops it,
# and looks that nothing is left running. Needs curl and python3.
set -eu
cd "$(dirname "$0")/.."
unset DATABASE_URL

make build

state=$(mktemp -d)
chmod 755 "$state" # for the database's user
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
at=http://127.0.0.1:$port

LENGTHWISE_STATE_DIR=$state LENGTHWISE_ADDR=127.0.0.1:$port make run >"$state/said" 2>&1 &
run=$!
finish() {
	kill "$run" 2>/dev/null || true
	wait "$run" 2>/dev/null || true
	rm -rf "$state"
}
trap finish EXIT
fail() {
	echo "make run: $*"
	cat "$state/said"
	exit 1
}

ask() { curl --silent --fail "$@"; }
tries=0
until ask "$at/readyz" >/dev/null; do
	kill -0 "$run" 2>/dev/null || fail "ended"
	tries=$((tries + 1))
	[ $tries -lt 120 ] || fail "not ready after two minutes"
	sleep 1
done
ask "$at/healthz" >/dev/null || fail "no health"
ask "$at/" | grep -q "<h1" || fail "the first page has no heading"
ask "$at/api/v1/plans" | grep -q "h100" || fail "the examples are not among the plans"

kill "$run"
wait "$run" || true # make says how its child ended
[ ! -e "$state/postgres/data/postmaster.pid" ] || fail "the database still runs"
echo "make run: served $at and stopped"
