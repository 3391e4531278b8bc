//! The types that the source declares.

use serde::Serialize;

use super::{Attribute, Source};

/// A struct, enumeration or interface of the source; of a generic one each instance.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeclaredType {
    /// Its name, with those that it is declared in and its arguments: `gfx.Box<float3>`.
    pub name: String,
    /// `struct`, `enum` or `interface`.
    pub kind: &'static str,
    /// Enumerations: the type of their values.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<&'static str>,
    /// Whether a parameter of the program contains one.
    pub used: bool,
    /// Where it is declared.
    pub source: Source,
    /// Attributes that the source declares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<Attribute>,
    /// Its members, a base first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<DeclaredField>,
    /// The bytes of a struct, by the rules of each sort of buffer; left out where it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layouts: Vec<TypeBytes>,
}

/// A member of a struct.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeclaredField {
    /// Its name; that of the base.
    pub name: String,
    /// Its type, in the words of the language.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its type as the source writes it, where that is another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// Whether it is the base.
    #[serde(skip_serializing_if = "super::is_false")]
    pub base: bool,
    /// Where it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// The bytes of a struct in one sort of buffer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TypeBytes {
    /// `constant_buffer` or `structured_buffer`.
    pub buffer: &'static str,
    /// The name of the rules.
    pub rules: &'static str,
    /// How many bytes.
    pub size: u64,
    /// Their alignment.
    pub align: u64,
    /// The first byte of each member.
    pub offsets: Vec<u64>,
}
