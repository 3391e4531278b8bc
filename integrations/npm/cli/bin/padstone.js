#!/usr/bin/env node
// Runs the program of the package for this platform, with this process's arguments, input and output.
"use strict";

const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");

const platform = `${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "padstone.exe" : "padstone";

function find() {
  try {
    return require.resolve(`@padstone/cli-${platform}/bin/${file}`);
  } catch {
    const { optionalDependencies } = require("../package.json");
    const isSupported = `@padstone/cli-${platform}` in optionalDependencies;
    console.error(
      isSupported
        ? `error: the package @padstone/cli-${platform} is not installed\n  = help: install without --omit=optional, on the platform that runs it`
        : `error: there is no package for ${platform}\n  = help: build padstone from source: cargo install --git https://github.com/padstone/padstone padstone-cli`,
    );
    process.exit(2);
  }
}

const { status, signal, error } = spawnSync(find(), process.argv.slice(2), { stdio: "inherit" });
if (error) {
  console.error(`error: cannot run padstone: ${error.message}`);
  process.exit(2);
}
// The exit status that a shell reports for a signal.
process.exit(signal ? 128 + constants.signals[signal] : status);
