#!/usr/bin/env bash
# A step of action.yml: downloads padstone and unpacks it only if its checksum matches.
set -euo pipefail

case "$RUNNER_OS-$RUNNER_ARCH" in
    Linux-X64) target=x86_64-unknown-linux-musl ;;
    Linux-ARM64) target=aarch64-unknown-linux-musl ;;
    macOS-X64) target=x86_64-apple-darwin ;;
    macOS-ARM64) target=aarch64-apple-darwin ;;
    Windows-X64) target=x86_64-pc-windows-msvc ;;
    *)
        echo "::error title=padstone::no program is built for $RUNNER_OS on $RUNNER_ARCH"
        exit 2
        ;;
esac

name="padstone-$PADSTONE_VERSION-$target.tar.gz"
release="$PADSTONE_RELEASES/v$PADSTONE_VERSION"
folder="$RUNNER_TEMP/padstone"
mkdir -p "$folder"
cd "$folder"
download() { curl --fail --silent --show-error --location --retry 3 --output "$1" "$release/$1"; }

download "$name"
expected="$PADSTONE_SHA256"
if [ -z "$expected" ]; then
    download SHA256SUMS
    # The name is the second field; a `*` before it marks binary mode.
    expected=$(awk -v name="$name" '$2 == name || $2 == "*" name { print $1 }' SHA256SUMS)
fi
if command -v sha256sum > /dev/null; then
    actual=$(sha256sum < "$name")
else
    actual=$(shasum -a 256 < "$name")
fi
actual="${actual%% *}"
if [ -z "$expected" ] || [ "$actual" != "$expected" ]; then
    echo "::error title=padstone::the checksum of $name is $actual instead of ${expected:-one in SHA256SUMS}"
    exit 2
fi

tar -xzf "$name" --strip-components 1
padstone="$folder/bin/padstone"
[ "$RUNNER_OS" != Windows ] || padstone="$padstone.exe"
{
    echo "archive=$folder/$name"
    echo "padstone=$padstone"
} >> "$GITHUB_OUTPUT"
