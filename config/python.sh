#!/bin/sh
# Make the virtual environment named by the argument, unless it works already.
# An interpreter is believed only when it runs: a version manager's shim can be on PATH and fail.
set -u
environment=${1:?usage: config/python.sh FOLDER}
home=${HOME:-/nonexistent}

starts() { "$1" -c "$2" >/dev/null 2>&1; }
new_enough='import sys; sys.exit(sys.version_info < (3, 12))'
complete='import sys, ensurepip, venv, ssl; sys.exit(sys.version_info < (3, 12))'

candidates() {
    for version in 3.14 3.13 3.12; do
        echo "python$version"
        for installed in "${PYENV_ROOT:-$home/.pyenv}/versions/$version".*/bin/python \
            "${ASDF_DATA_DIR:-$home/.asdf}/installs/python/$version".*/bin/python \
            "$home/.local/share/mise/installs/python/$version".*/bin/python \
            "$home/.local/share/uv/python/cpython-$version".*/bin/python; do
            [ -x "$installed" ] && echo "$installed"
        done
    done
    echo python3
}

find_python() {
    candidates | while IFS= read -r python; do
        if starts "$python" "$complete"; then echo "$python"; break; fi
    done
}

explain() {
    for python in python3.14 python3.13 python3.12 python3; do
        if starts "$python" "$new_enough"; then
            echo "$python lacks venv, ensurepip or ssl: install them (on Debian: apt-get install python3-venv), then try again." >&2
            return
        fi
    done
    echo "Python 3.12 or newer is needed: install it (on Debian 13: apt-get install python3 python3-venv), then try again." >&2
}

starts "$environment/bin/python" "import pip" && exit 0
python=$(find_python)
if [ -z "$python" ]; then explain; exit 1; fi
exec "$python" -m venv --clear "$environment"
