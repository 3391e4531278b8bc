//! P14xx: projects: their settings, their lock files, and what is generated for their hosts.

codes! {
    CONFIG_SYNTAX = "P1401", "config-syntax", "The settings of a project are not TOML.";
    CONFIG_KEY_UNKNOWN = "P1402", "config-key-unknown", "The settings of a project have a key that nobody knows.";
    CONFIG_TYPE = "P1403", "config-type", "A setting of a project has a value of the wrong type.";
    CONFIG_VALUE = "P1404", "config-value", "A setting of a project has a value that is none of those it may have.";
    CONFIG_MISSING = "P1405", "config-missing", "A setting of a project is missing.";
    PROJECT_EMPTY = "P1406", "project-empty", "A project names no files, or none that exist.";
    LOCK_SYNTAX = "P1410", "lock-syntax", "A line of a lock file cannot be read.";
    ABI_BROKEN = "P1411", "abi-broken", "A change that hosts notice: a member, a buffer or a binding is not where the lock file has it.";
    LOCK_OUTDATED = "P1412", "lock-outdated", "A change that hosts do not notice, and that the lock file does not know.";
    ABI_CHANGED = "P1413", "abi-changed", "A difference between two versions that hosts do not notice.";
    HOST_STALE = "P1420", "host-stale", "A file of the host is not what its shader generates.";
    FILE_UNTARGETED = "P1421", "file-untargeted", "A file of the project matches no target, so that nothing checks it.";
    TARGET_EMPTY = "P1422", "target-empty", "The globs of a target match no file of the project.";
    HOST_PROTECTED = "P1423", "host-protected", "A file that `padstone check` would write over is not a generated file, or not of this project.";
}
