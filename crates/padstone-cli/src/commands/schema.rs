//! `padstone schema`: prints the schemas of the machine-readable outputs.

use padstone_read::emit;
use {padstone_check as check, padstone_rewrite as rewrite};

use crate::arguments::SchemaArguments;
use crate::{Failure, print};

pub(crate) fn run(arguments: &SchemaArguments) -> Result<u8, Failure> {
    let (_, schema) =
        all().find(|(name, _)| *name == arguments.output).ok_or_else(|| Failure::Usage(format!("`{}` has no schema", arguments.output)))?;
    Ok(print(schema))
}

/// The schemas, by the names of the outputs and inputs that they describe.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    emit::json::SCHEMAS.iter().copied().chain([
        ("diff", check::abi::SCHEMA),
        ("project", check::config::SCHEMA),
        ("rewrite", rewrite::SCHEMA),
    ])
}
