#!/bin/sh
# Runs every test, after installing what they need: PostgreSQL (scripts/postgres.sh),
# and as root on Debian or Ubuntu chromium for the browser's journeys, poppler-utils
# for what is printed, and python3 for the review scripts. The tests start what they need and stop it again.
# Arguments go to go test.
set -eu
cd "$(dirname "$0")/.."

# missing PACKAGE FOR: installs it, or says what will not be tested.
missing() {
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
		echo "installing $1, for $2"
		[ -n "${updated:-}" ] || apt-get update -qq
		updated=yes
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null && return
	fi
	echo "no $1 here: $2 will not be tested; install it to have them tested"
}

has() { command -v "$1" >/dev/null; }

if binaries=$(scripts/postgres.sh); then
	[ -z "$binaries" ] || export LENGTHWISE_POSTGRES_BINARIES="$binaries"
else
	echo "no PostgreSQL: what needs one will not be tested"
fi
has python3 || missing python3 "the review scripts"
has chromium || has chromium-browser || has google-chrome || [ -d "/Applications/Google Chrome.app" ] || missing chromium "the browser's journeys"
has pdftotext && has pdfinfo || missing poppler-utils "what is printed"

"${GO:-go}" mod download
# The journeys of the browser take longer than the ten minutes go test allows a package.
set -- -timeout 40m "$@"
echo "${GO:-go} test $* ./..."
exec "${GO:-go}" test "$@" ./...
