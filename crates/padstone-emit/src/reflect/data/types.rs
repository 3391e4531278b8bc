//! The types that the source declares.

use serde::Serialize;

use super::{SourceLocation, UserAttribute};

/// A struct, enumeration or interface of the source; for a generic, one for each instance.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeclaredType {
    /// The qualified name with generic arguments: `gfx.Box<float3>`.
    pub name: String,
    /// `struct`, `enum` or `interface`.
    pub kind: &'static str,
    /// For enumerations: the type of their values.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<&'static str>,
    /// Whether a parameter of the program contains one.
    pub used: bool,
    /// The location of its declaration.
    pub source: SourceLocation,
    /// User-defined attributes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<UserAttribute>,
    /// The members, the base first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<DeclaredField>,
    /// The layout of a struct under the rules of each kind of buffer; omitted if it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layouts: Vec<TypeBytes>,
}

/// A member of a struct.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeclaredField {
    /// The name; for a base, that of the base.
    pub name: String,
    /// The type, in the spelling of the language.
    #[serde(rename = "type")]
    pub ty: String,
    /// The type in the source, if spelled differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// Whether it is the base.
    #[serde(skip_serializing_if = "super::is_false")]
    pub base: bool,
    /// The location of its declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLocation>,
}

/// The layout of a struct in one kind of buffer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TypeBytes {
    /// `constant_buffer` or `structured_buffer`.
    pub buffer: &'static str,
    /// The name of the rule set.
    pub rules: &'static str,
    /// The size in bytes.
    pub size: u64,
    /// The alignment.
    pub align: u64,
    /// The offset of each member.
    pub offsets: Vec<u64>,
}
