//! P14xx: projects: their settings, their lock files, and what is generated for their hosts.

codes! {
    CONFIG_SYNTAX = "P1401", "config-syntax", "The settings of a project are not TOML.";
    CONFIG_KEY_UNKNOWN = "P1402", "config-key-unknown", "The settings of a project have a key that nobody knows.";
    CONFIG_TYPE = "P1403", "config-type", "A setting of a project has a value of the wrong type.";
    CONFIG_VALUE = "P1404", "config-value", "A setting of a project has a value that is none of those it may have.";
    CONFIG_MISSING = "P1405", "config-missing", "A setting of a project is missing.";
}
