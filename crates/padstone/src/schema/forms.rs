//! The JSON forms of answers.

#[cfg(feature = "reflection")]
use padstone_read::emit::explain::{ExplainedSlot, SlotStep};
use padstone_read::emit::reason::Reason;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct SpanText {
    pub(super) file: String,
    pub(super) start: u32,
    pub(super) end: u32,
}

#[derive(Serialize)]
pub(super) struct DiagnosticText {
    pub(super) code: &'static str,
    pub(super) name: &'static str,
    pub(super) severity: &'static str,
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) span: Option<SpanText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) labels: Vec<LabelText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) helps: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) fixes: Vec<FixText>,
}

#[derive(Serialize)]
pub(super) struct LabelText {
    pub(super) span: SpanText,
    pub(super) text: String,
}

#[derive(Serialize)]
pub(super) struct FixText {
    pub(super) title: String,
    pub(super) applicability: &'static str,
    pub(super) edits: Vec<EditText>,
}

#[derive(Serialize)]
pub(super) struct EditText {
    pub(super) span: SpanText,
    pub(super) text: String,
}

#[derive(Serialize)]
pub(super) struct MissingText {
    pub(super) written: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) span: Option<SpanText>,
    pub(super) tried: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct Dependencies {
    pub(super) dependencies: Vec<DependencyText>,
}

#[derive(Serialize)]
pub(super) struct DependencyText {
    pub(super) path: String,
    pub(super) found: bool,
}

#[derive(Serialize)]
pub(super) struct Explanations {
    pub(super) explanations: Vec<ExplanationText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) slots: Vec<SlotExplanationText>,
}

#[cfg(not(feature = "reflection"))]
#[derive(Serialize)]
pub(super) enum SlotExplanationText {}

#[cfg(feature = "reflection")]
#[derive(Serialize)]
pub(super) struct SlotExplanationText {
    pub(super) profile: String,
    pub(super) policy: &'static str,
    pub(super) target: String,
    pub(super) path: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) ty: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) span: Option<SpanText>,
    pub(super) slots: Vec<ExplainedSlot>,
    pub(super) collect: SlotStep,
    pub(super) measure: SlotStep,
    pub(super) reserve: SlotStep,
    pub(super) allocate: SlotStep,
    pub(super) text: String,
}

#[derive(Serialize)]
pub(super) struct ExplanationText {
    pub(super) profile: String,
    pub(super) path: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) ty: Option<String>,
    pub(super) offset: u64,
    pub(super) size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bits: Option<usize>,
    pub(super) steps: Vec<StepText>,
    pub(super) span: SpanText,
    #[serde(rename = "otherOffsets")]
    pub(super) other_offsets: Vec<OtherOffsetText>,
    /// The former name of `otherOffsets`.
    pub(super) elsewhere: Vec<OtherOffsetText>,
    pub(super) text: String,
}

#[derive(Serialize)]
pub(super) struct StepText {
    pub(super) part: String,
    pub(super) adds: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) without: Option<u64>,
    pub(super) reason: Reason,
}

#[derive(Clone, Serialize)]
pub(super) struct OtherOffsetText {
    pub(super) offset: u64,
    pub(super) profiles: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AtText {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) span: Option<SpanText>,
    pub(super) uses: Vec<UseText>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UseText {
    pub(super) profile: String,
    pub(super) buffer: String,
    pub(super) kind: &'static str,
    pub(super) rules: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) ty: Option<String>,
    pub(super) offset: u64,
    pub(super) size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) align: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stride: Option<u64>,
    #[serde(skip_serializing_if = "is_no_padding")]
    pub(super) padding_before: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_no_padding(value: &u64) -> bool {
    *value == 0
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ComparisonText {
    pub(super) agrees: bool,
    pub(super) compared: Vec<ComparedText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) not_compared: Vec<NotComparedText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) repair: Option<RepairText>,
    pub(super) text: String,
}

#[derive(Serialize)]
pub(super) struct NotComparedText {
    pub(super) name: String,
    pub(super) file: String,
}

#[derive(Serialize)]
pub(super) struct ComparedText {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) sides: Vec<SideText>,
    pub(super) diverging: Vec<DivergingMemberText>,
    /// The former name of `diverging`.
    pub(super) parted: Vec<DivergingMemberText>,
}

#[derive(Serialize)]
pub(super) struct SideText {
    pub(super) profile: String,
    pub(super) rules: &'static str,
    pub(super) size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stride: Option<u64>,
}

#[derive(Clone, Serialize)]
pub(super) struct DivergingMemberText {
    pub(super) path: String,
    pub(super) places: Vec<Option<PlaceText>>,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlaceText {
    pub(super) offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bits: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stride: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) matrix_stride: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) majorness: Option<&'static str>,
    #[serde(rename = "type")]
    pub(super) ty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
}

#[cfg(not(feature = "edits"))]
#[derive(Serialize)]
pub(super) enum RepairText {}

#[cfg(feature = "edits")]
#[derive(Serialize)]
pub(super) struct RepairText {
    pub(super) smallest: bool,
    pub(super) steps: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) unrepaired: Vec<UnrepairedText>,
    pub(super) change: Vec<EditText>,
    pub(super) patch: String,
}

#[cfg(feature = "edits")]
#[derive(Serialize)]
pub(super) struct UnrepairedText {
    pub(super) name: String,
    pub(super) why: String,
}

#[cfg(feature = "edits")]
#[derive(Serialize)]
pub(super) struct OptimumText {
    pub(super) name: String,
    pub(super) sides: Vec<OptimumSide>,
    pub(super) order: Vec<String>,
    pub(super) proved: bool,
    pub(super) measured: usize,
    pub(super) change: Vec<EditText>,
    pub(super) patch: String,
    #[serde(rename = "editError", skip_serializing_if = "Option::is_none")]
    pub(super) edit_error: Option<String>,
    /// The former name of `editError`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<String>,
}

#[cfg(feature = "edits")]
#[derive(Serialize)]
pub(super) struct OptimumSide {
    pub(super) profile: String,
    pub(super) before: u64,
    pub(super) after: u64,
}

#[cfg(feature = "reflection")]
#[derive(Serialize)]
pub(super) struct Programs<'a> {
    pub(super) programs: Vec<&'a crate::Program>,
}

#[cfg(feature = "outputs")]
#[derive(Serialize)]
pub(super) struct EmittedText<'a> {
    pub(super) output: &'static str,
    pub(super) text: &'a str,
}

#[derive(Serialize)]
pub(super) struct PictureText<'a> {
    pub(super) svg: &'a str,
}

#[derive(Serialize)]
pub(super) struct Compilers {
    pub(super) compilers: Vec<CompilerText>,
}

#[derive(Serialize)]
pub(super) struct CompilerText {
    pub(super) name: String,
    pub(super) summary: String,
}
