# shellcheck shell=bash disable=SC2034  # What is set here is for the scripts that source it.
# Sourced by the other scripts: `need PACKAGE...` installs what is missing of Debian's packages, and says so.

# The project's folder, wherever a script is called from: relative paths among its arguments are the caller's.
project=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")

fail() {
    echo "$0: $*" >&2
    exit 1
}

# build PACKAGE OPTION...: a package, "$project" or one inside it, with these options of `swift build`.
build() {
    swift build --package-path "$1" --quiet "${@:2}" || fail "the build failed; the reason is above."
}

# built NAME PACKAGE OPTION...: the path of what was built so.
built() {
    local folder
    folder=$(swift build --package-path "$2" "${@:3}" --show-bin-path) && [ -n "$folder" ] ||
        fail "swift does not tell where it has built $1; the reason is above."
    echo "$folder/$1"
}

installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# apt_get ARGUMENT...: apt-get as "${root[@]}", its output in "$log". For ten minutes it waits while another process has a
# lock of apt or dpkg, as automatic upgrades have in a fresh machine's first minutes, and says so. apt-get itself waits for
# dpkg's locks alone (apt 2.6).
apt_get() {
    local start=$SECONDS said=
    until "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 "$@" 2>&1 | tee "$log" |
        say_lock; do
        grep -q '^E: Could not get lock' "$log" && [ $((SECONDS - start)) -lt 600 ] || return 1
        said=yes
        sleep 3
    done
}

# Says what the output of apt-get has about a lock, unless it is said already.
say_lock() {
    local line
    while IFS= read -r line; do
        [[ -z $said && $line == *'Could not get lock '* ]] || continue
        echo "Waiting, ten minutes at most, for another process that installs packages: ${line#*Could not get lock }"
        said=yes
    done
}

need() {
    command -v dpkg-query >/dev/null || fail "this is not Debian (no dpkg-query). Install what corresponds to: $*"
    local missing=() package root=()
    for package in "$@"; do
        installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "run as root or install sudo, or install these packages yourself: ${missing[*]}"
        root=(sudo)
    fi
    echo "Installing from Debian: ${missing[*]}"
    local log
    log=$(mktemp)
    if ! { apt_get update && apt_get install -y --no-install-recommends "${missing[@]}"; }; then
        tail -20 "$log" >&2
        rm -f "$log"
        fail "apt-get could not install them. Check the network and the package sources, then run this again."
    fi
    rm -f "$log"
}

# Of servers only the programs are wanted, not the services that Debian starts when they are installed.
need_servers() {
    local root=() package new=()
    [ "$(id -u)" -eq 0 ] || root=(sudo)
    for package in "$@"; do
        installed "$package" || new+=("$package")
    done
    need "$@"
    for package in "${new[@]}"; do
        { "${root[@]}" service "$package" stop && "${root[@]}" update-rc.d "$package" disable; } >/dev/null 2>&1 ||
            echo "the service of $package could not be stopped: it may listen on port 80"
    done
}

need_swift() {
    command -v swift >/dev/null || fail "Swift is missing. Install Swift 6.3 or later from swift.org, then run this again."
    local said
    if ! said=$(swift --version 2>&1); then
        echo "$said" >&2
        fail "'swift --version' fails; what it says is above. Where a shared library is missing, install the packages" \
            "that https://www.swift.org/install/linux/ names for this system, then run this again."
    fi
    if ! [[ $said =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]]; then
        echo "$said" >&2
        fail "the version of Swift cannot be told from what 'swift --version' says, above."
    fi
    local major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
    if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 3 ]; }; then
        fail "Swift $major.$minor is too old. Install Swift 6.3 or later from swift.org, then run this again."
    fi
}

# The judge of accessibility, axe-core, out of a Python package; nothing of Python is used.
need_axe() {
    local axe="$project/.build/axe"
    [ -s "$axe/axe.min.js" ] && return
    python3 -m pip --version >/dev/null 2>&1 || need python3-pip
    echo "Fetching axe-core from PyPI"
    local folder
    folder=$(mktemp -d)
    python3 -m pip download --quiet --no-deps --disable-pip-version-check --dest "$folder" axe-playwright-python==0.1.8 ||
        fail "axe-core could not be fetched; the reason is above."
    mkdir -p "$axe"
    python3 -m zipfile -e "$folder"/axe_playwright_python-*.whl "$folder"
    mv "$folder/axe_playwright_python/axe.min.js" "$axe/"
    rm -r "$folder"
}

# What the program is built with.
libraries=(git pkg-config libcurl4-openssl-dev libssl-dev libxml2-dev libsqlite3-dev zlib1g-dev)
# What its tests drive besides.
browsers=(chromium chromium-driver firefox-esr webkit2gtk-driver xvfb fonts-dejavu-core)
# What stands before the site in its tests, what makes their certificates, and what judges the unit.
fronts=(nginx caddy)
front_tools=(openssl systemd)
# What the site's figures are compared with, and what asks for them.
peers=(nginx)
askers=(wrk)
