//! The features of the library that a build can lack: the answers of each, and errors without it.

use super::{Answer, Request};
use crate::{Comparison, Compiler, Diagnostics, Error, Explanation, Unit};

#[cfg(feature = "edits")]
pub use crate::Repair as Fixed;
#[cfg(feature = "reflection")]
pub use crate::SlotExplanation as ExplainedSlots;

/// Empty: without the feature `edits` there are no fixes.
#[cfg(not(feature = "edits"))]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Fixed {}

/// Empty: without the feature `reflection` slots are not explained.
#[cfg(not(feature = "reflection"))]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ExplainedSlots {}

#[cfg(feature = "edits")]
#[expect(clippy::unnecessary_wraps, reason = "without the feature it is an error")]
pub(super) fn fix(comparison: &Comparison) -> Result<Fixed, Error> {
    Ok(comparison.fix())
}

#[cfg(not(feature = "edits"))]
pub(super) fn fix(_: &Comparison) -> Result<Fixed, Error> {
    Err(unavailable("fix", "edits"))
}

#[cfg(feature = "edits")]
pub(super) fn optimize(unit: &Unit, buffer: &str, compilers: &[Compiler], request: &Request) -> Result<Answer, Error> {
    let search = crate::Search { annotate: request.annotate };
    unit.optimize(buffer, &compilers.iter().collect::<Vec<_>>(), search).map(Answer::Optimize)
}

#[cfg(not(feature = "edits"))]
pub(super) fn optimize(_: &Unit, _: &str, _: &[Compiler], _: &Request) -> Result<Answer, Error> {
    Err(unavailable("optimize", "edits"))
}

#[cfg(feature = "outputs")]
pub(super) fn emit(unit: &Unit, compilers: &[Compiler], request: &Request, diagnostics: &mut Diagnostics) -> Result<Answer, Error> {
    let mut output = crate::Output::named(super::required(request.output.as_ref(), "output")?)?;
    for (setting, value) in &request.settings {
        output = output.with(setting, value)?;
    }
    let emitted = unit.emit(&output, &compilers.iter().collect::<Vec<_>>())?;
    diagnostics.add(&emitted.diagnostics);
    Ok(Answer::Emit(output, emitted))
}

#[cfg(not(feature = "outputs"))]
pub(super) fn emit(_: &Unit, _: &[Compiler], _: &Request, _: &mut Diagnostics) -> Result<Answer, Error> {
    Err(unavailable("emit", "outputs"))
}

#[cfg(feature = "reflection")]
pub(super) fn reflect(unit: &Unit, compilers: &[Compiler], diagnostics: &mut Diagnostics) -> Result<Answer, Error> {
    let reflections = compilers.iter().map(|by| unit.reflect(by)).collect::<Result<Vec<_>, Error>>()?;
    reflections.iter().for_each(|explanation| diagnostics.add(&explanation.diagnostics));
    Ok(Answer::Reflect(reflections))
}

#[cfg(not(feature = "reflection"))]
pub(super) fn reflect(_: &Unit, _: &[Compiler], _: &mut Diagnostics) -> Result<Answer, Error> {
    Err(unavailable("reflect", "reflection"))
}

/// Explains the bytes and the slots at a path under each compiler.
#[cfg(feature = "reflection")]
pub(super) fn explain(
    unit: &Unit,
    path: &str,
    compilers: &[Compiler],
    diagnostics: &mut Diagnostics,
) -> Result<(Vec<Explanation>, Vec<ExplainedSlots>), Error> {
    let (mut bytes, mut slots) = (Vec::new(), Vec::new());
    for by in compilers {
        // Rule sets and compilers for other languages assign no slots.
        let found = unit.explain_slots(path, by).ok().filter(|found| !found.list.is_empty());
        match unit.explain(path, by) {
            Ok(explanation) => bytes.push(explanation),
            Err(error) if found.is_none() || error.kind == crate::ErrorKind::AmbiguousBuffer => return Err(error),
            Err(_) => {}
        }
        slots.extend(found);
    }
    bytes.iter().for_each(|explanation| diagnostics.add(&explanation.diagnostics));
    slots.iter().for_each(|explanation| diagnostics.add(&explanation.diagnostics));
    Ok((bytes, slots.into_iter().flat_map(|explanation| explanation.list).collect()))
}

/// Explains the bytes at a path under each compiler.
#[cfg(not(feature = "reflection"))]
pub(super) fn explain(
    unit: &Unit,
    path: &str,
    compilers: &[Compiler],
    diagnostics: &mut Diagnostics,
) -> Result<(Vec<Explanation>, Vec<ExplainedSlots>), Error> {
    // A path that leads to no bytes can lead to a slot.
    let with_limit = |error: Error| match error.kind {
        crate::ErrorKind::UnknownField => Error { message: format!("{}; this build explains bytes, but no slots", error.message), ..error },
        _ => error,
    };
    let bytes = compilers.iter().map(|by| unit.explain(path, by)).collect::<Result<Vec<_>, Error>>().map_err(with_limit)?;
    bytes.iter().for_each(|explanation| diagnostics.add(&explanation.diagnostics));
    Ok((bytes, Vec::new()))
}

#[cfg(not(all(feature = "edits", feature = "outputs", feature = "reflection")))]
fn unavailable(function: &str, feature: &str) -> Error {
    let message = format!("this build has no `{function}`: it was built without the feature `{feature}`");
    Error::new(crate::ErrorKind::Unavailable, message)
}
