#!/usr/bin/env bash
# A step of action.yml: annotations for the change, and SARIF for code scanning.
set -euo pipefail

"$PADSTONE" --version
cd "$PADSTONE_DIRECTORY"
read -ra arguments <<< "$PADSTONE_ARGUMENTS"
status=0
"$PADSTONE" check --message-format github ${arguments[@]+"${arguments[@]}"} || status=$?

if [ -n "$PADSTONE_SARIF" ]; then
    # The findings are the same, so the status is already known.
    "$PADSTONE" check --message-format sarif ${arguments[@]+"${arguments[@]}"} 2> "$PADSTONE_SARIF" > /dev/null || true
    echo "sarif=$PWD/$PADSTONE_SARIF" >> "$GITHUB_OUTPUT"
fi
exit "$status"
