//! P14xx: projects: settings, lock files, and generated host files.

codes! {
    CONFIG_SYNTAX = "P1401", "config-syntax", "project settings are not valid TOML";
    CONFIG_KEY_UNKNOWN = "P1402", "config-key-unknown", "unknown key in the project settings";
    CONFIG_TYPE = "P1403", "config-type", "project setting has a value of the wrong type";
    CONFIG_VALUE = "P1404", "config-value", "project setting has an invalid value";
    CONFIG_MISSING = "P1405", "config-missing", "missing project setting";
    PROJECT_EMPTY = "P1406", "project-empty", "project lists no files, or none that exist";
    LOCK_SYNTAX = "P1410", "lock-syntax", "malformed line in a lock file";
    ABI_BROKEN = "P1411", "abi-broken", "change breaks the recorded ABI: a member, buffer, or binding moved";
    LOCK_OUTDATED = "P1412", "lock-outdated", "change does not break the ABI, but the lock file does not record it";
    ABI_CHANGED = "P1413", "abi-changed", "difference between two versions that does not break the ABI";
    HOST_STALE = "P1420", "host-stale", "host file differs from what padstone generates from its shader";
    FILE_UNTARGETED = "P1421", "file-untargeted", "project file matches no target, so nothing checks it";
    TARGET_EMPTY = "P1422", "target-empty", "globs of a target match no project file";
    HOST_PROTECTED = "P1423", "host-protected", "file that `padstone check` would overwrite is not a generated file of this project";
    FILE_LANGUAGE_UNKNOWN = "P1424", "file-language-unknown", "neither the name of a project file nor the settings tell its language";
}
