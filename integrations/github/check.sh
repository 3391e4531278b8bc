#!/usr/bin/env bash
# A step of action.yml: annotations for the change, and SARIF for code scanning.
set -euo pipefail

"$PADSTONE" --version
cd "$PADSTONE_DIRECTORY"
read -ra arguments <<< "$PADSTONE_ARGUMENTS"
status=0
"$PADSTONE" check --message-format github ${arguments[@]+"${arguments[@]}"} || status=$?

if [ -n "$PADSTONE_SARIF" ]; then
    # The same findings, so that the status is known already.
    "$PADSTONE" check --message-format sarif ${arguments[@]+"${arguments[@]}"} 2> "$PADSTONE_SARIF" > /dev/null || true
    echo "sarif=$PWD/$PADSTONE_SARIF" >> "$GITHUB_OUTPUT"
fi
exit "$status"
