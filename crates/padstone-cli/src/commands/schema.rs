//! `padstone schema`: what the machine-readable outputs look like.

use crate::arguments::SchemaArguments;
use crate::{Failure, print};

pub(crate) fn run(arguments: &SchemaArguments) -> Result<u8, Failure> {
    let project = [("project", padstone::check::config::SCHEMA)];
    let schema = padstone::emit::json::SCHEMAS.iter().chain(&project).find(|(name, _)| *name == arguments.output);
    let (_, schema) = schema.ok_or_else(|| Failure::Usage(format!("`{}` has no schema", arguments.output)))?;
    Ok(print(schema))
}
