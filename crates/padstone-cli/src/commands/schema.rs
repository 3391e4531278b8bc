//! `padstone schema`: prints the schemas of the machine-readable outputs.

use crate::arguments::SchemaArguments;
use crate::{Failure, print, schemas};

pub(crate) fn run(arguments: &SchemaArguments) -> Result<u8, Failure> {
    let (_, schema) = schemas::all()
        .find(|(name, _)| *name == arguments.output)
        .ok_or_else(|| Failure::Usage(format!("`{}` has no schema", arguments.output)))?;
    Ok(print(schema))
}
