# shellcheck shell=bash disable=SC2034  # The scripts that source this file use the variables.
# Sourced by the other scripts. `need PACKAGE...` installs missing Debian packages and names them. With --help, a script prints
# the comment at its start and ends.

# The project's folder. Relative paths among a script's arguments are relative to the working directory.
project=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")

fail() {
    echo "$0: $*" >&2
    exit 1
}

for argument in "$@"; do
    [[ $argument != --help && $argument != -h && $argument != --help-hidden ]] || {
        sed -n '2,/^[^#]/ s/^# \{0,1\}//p' "$0"
        # Without a build, the document is the only list of the options.
        [ "${0##*/}" != server ] ||
            sed -n 's/^| `\(--[a-z-]*\)`[^|]*| \([^|]*\) | \([^|]*\) |$/    \1 (default: \2)\n        \3/p' "$project/docs/operations.md" |
            sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g' | tr -d '`'
        exit
    }
done

# Prints the version of the sources: 1.1.0 if the commit has that tag, else for example 1.1.0~dev+20261127.153012.01a287c, with the
# UTC time and the id of the commit. `~dev` sorts before the release; once that is tagged, it is left out. Uncommitted changes
# count with the time of the last one. In an archive of git, script/lib/commit names the commit.
version() {
    local base time commit tags changed='' mark='~dev' git=(git -C "$project" -c safe.directory="$project")
    base=$(sed -n 's/.*"\([0-9.]*\)~dev".*/\1/p' "$project/Package.swift")
    if [ "$("${git[@]}" rev-parse --show-toplevel 2>/dev/null)" = "$project" ]; then
        read -r time commit tags < <("${git[@]}" log -1 --format='%ct %h %D')
        changed=$("${git[@]}" status --porcelain | cut -c 4- | while IFS= read -r file; do
            stat -c %Y "$project/$file" 2>/dev/null || echo "$time"
        done | sort -n | tail -1)
        [ -z "$("${git[@]}" tag --list "$base")" ] || mark=''
    else
        read -r time commit tags <"$project/script/lib/commit"
        [[ $time == [0-9]* ]] || { echo "$base~dev" && return; }
    fi
    if [[ -z $changed && "$tags," == *"tag: $base,"* ]]; then
        echo "$base"
    else
        echo "$base$mark+$(date -ud "@${changed:-$time}" +%Y%m%d.%H%M%S).$commit${changed:+.changed}"
    fi
}

# build FOLDER OPTION...: builds the package in the folder with these options of `swift build`. A release has the version of
# the sources. In the build of the tests, warnings are errors.
build() {
    case " $* " in
    *' release '*) HEROES_VERSION=$(version) && export HEROES_VERSION ;;
    *' --build-tests '*) export WARNINGS_AS_ERRORS=1 ;;
    esac
    # On a terminal swift build shows its steps; elsewhere they would be hundreds of lines.
    local quiet=()
    [ -t 1 ] || quiet=(--quiet)
    swift build --package-path "$1" "${quiet[@]}" "${@:2}" || fail "the build failed; the reason is above."
}

# built NAME FOLDER OPTION...: prints the path of a built program.
built() {
    local folder
    folder=$(swift build --package-path "$2" "${@:3}" --show-bin-path) && [ -n "$folder" ] ||
        fail "swift build does not print the folder of $1; the reason is above."
    echo "$folder/$1"
}

installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# apt_get ARGUMENT...: runs apt-get as "${root[@]}" with its output in "$log". Waits up to ten minutes while another process
# holds a lock of apt or dpkg, as automatic upgrades do after a machine's first start. apt-get 2.6 itself waits only for
# dpkg's locks.
apt_get() {
    local start=$SECONDS reported=
    until "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 "$@" 2>&1 | tee "$log" |
        report_lock; do
        grep -q '^E: Could not get lock' "$log" && [ $((SECONDS - start)) -lt 600 ] || return 1
        reported=yes
        sleep 3
    done
}

# Prints the first lock that the output of apt-get names, unless one was reported before.
report_lock() {
    local line
    while IFS= read -r line; do
        [[ -z $reported && $line == *'Could not get lock '* ]] || continue
        echo "Waiting, ten minutes at most, for another process that installs packages: ${line#*Could not get lock }"
        reported=yes
    done
}

need() {
    if ! command -v dpkg-query >/dev/null; then
        # The build itself needs these only.
        [ "$*" != "${libraries[*]}" ] || ! pkg-config --exists "${modules[@]}" 2>/dev/null || return 0
        fail "this is not Debian (no dpkg-query), so nothing can be installed. Install what corresponds to these packages: $*." \
            "'pkg-config --exists ${modules[*]}' must succeed; then 'swift build -c release --product heroes' builds the" \
            "program, and '.build/release/heroes serve' starts the site."
    fi
    local missing=() package root=()
    for package in "$@"; do
        installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "run as root or install sudo, or install these packages yourself: ${missing[*]}"
        root=(sudo)
        sudo true || fail "sudo refuses. Run as root, or install these packages yourself: ${missing[*]}"
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

# need_servers PACKAGE...: installs servers and stops the services that Debian starts with them.
need_servers() {
    local root=() package new=()
    [ "$(id -u)" -eq 0 ] || root=(sudo)
    for package in "$@"; do
        installed "$package" || new+=("$package")
    done
    need "$@"
    for package in "${new[@]}"; do
        { "${root[@]}" service "$package" stop && "${root[@]}" update-rc.d "$package" disable; } >/dev/null 2>&1 ||
            echo "the service $package could not be stopped; it may listen on its port"
    done
}

need_swift() {
    command -v swift >/dev/null || fail "Swift is missing. Install Swift 6.3 or later from swift.org, then run this again."
    local version
    if ! version=$(swift --version 2>&1); then
        echo "$version" >&2
        fail "'swift --version' fails; its output is above. If a shared library is missing, install the packages that" \
            "https://www.swift.org/install/linux/ names for this system, then run this again."
    fi
    if ! [[ $version =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]]; then
        echo "$version" >&2
        fail "the output of 'swift --version' above names no version."
    fi
    local major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
    if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 3 ]; }; then
        fail "Swift $major.$minor is too old. Install Swift 6.3 or later from swift.org, then run this again."
    fi
}

# Fetches axe-core, which checks accessibility in the tests. It is a JavaScript file inside a Python package.
need_axe() {
    local axe="$project/.build/axe"
    [ -s "$axe/axe.min.js" ] && return
    python3 -m pip --version >/dev/null 2>&1 || need python3-pip
    echo "Fetching axe-core from PyPI"
    local folder
    folder=$(mktemp -d)
    python3 -m pip download --quiet --no-deps --disable-pip-version-check --dest "$folder" axe-playwright-python==0.1.8 ||
        fail "axe-core cannot be fetched; the reason is above."
    mkdir -p "$axe"
    python3 -m zipfile -e "$folder"/axe_playwright_python-*.whl "$folder"
    mv "$folder/axe_playwright_python/axe.min.js" "$axe/"
    rm -r "$folder"
}

# Packages of the build, of the Debian package, of the tests, and of the benchmarks.
libraries=(git pkg-config libcurl4-openssl-dev libqrencode-dev libpq-dev librsvg2-dev libssl-dev libxml2-dev
    libsqlite3-dev zlib1g-dev)
# The names of these libraries in pkg-config.
modules=(libcurl libqrencode libpq librsvg-2.0 libcrypto libxml-2.0 sqlite3 zlib)
browsers=(chromium chromium-driver firefox-esr webkit2gtk-driver xvfb fonts-dejavu-core)
proxies=(nginx caddy)
databases=(postgresql pgbouncer)
packagers=(binutils dpkg-dev)
test_tools=(openssl systemd python3 "${packagers[@]}")
peers=(nginx)
load_generators=(wrk)
