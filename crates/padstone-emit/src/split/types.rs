//! Types in the syntax of Slang; structs do not contain resources.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use padstone_bind::ExplicitSource;
use padstone_model::{
    Dimension, Field, FieldRole, Language, Major, Module, ResourceKind, ResourceType, SampleType, Scalar, StructId, Type, TypeId,
};

use super::declare::dimensions;
use super::peeled;
use crate::reflect::Reflection;

/// The structs that declarations need, each after those that it needs.
pub(super) struct DeclaredStructs<'r> {
    module: &'r Module,
    /// Whether pointers have bytes.
    pointers: bool,
    text: String,
    known: HashMap<StructId, String>,
    names: HashSet<String>,
    /// The name of the empty struct, once it is declared.
    empty_struct: String,
}

impl<'r> DeclaredStructs<'r> {
    pub(super) fn new(reflection: &Reflection<'r>) -> DeclaredStructs<'r> {
        DeclaredStructs {
            module: reflection.module,
            pointers: reflection.layout.target.explicit != ExplicitSource::Registers,
            text: String::new(),
            known: HashMap::new(),
            names: HashSet::new(),
            empty_struct: String::new(),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// A type of ordinary data that is not an array, or the reason why it cannot be written.
    pub(super) fn data(&mut self, ty: TypeId) -> Result<String, String> {
        let module = self.module;
        Ok(match module.types[ty] {
            Type::Scalar(scalar) | Type::Atomic(scalar) => scalar_name(module, scalar, ty),
            Type::Vector { scalar, width } => match short_name(scalar) {
                Some(name) => format!("{name}{width}"),
                None => format!("vector<{}, {width}>", scalar_name(module, scalar, ty)),
            },
            Type::Matrix { scalar, rows, columns, major } => {
                let major = if major == Major::Row { "row_major" } else { "column_major" };
                match short_name(scalar) {
                    Some(name) => format!("{major} {name}{rows}x{columns}"),
                    None => format!("{major} matrix<{}, {rows}, {columns}>", scalar_name(module, scalar, ty)),
                }
            }
            Type::Enum(id) => scalar_name(module, module.enums[id].scalar, ty),
            Type::Pointer(_) => "uint64_t".to_owned(),
            Type::Handle(_) => "uint2".to_owned(),
            Type::Struct(id) => self.structure(id)?,
            Type::Interface(_) => return Err("an interface value has no concrete type".to_owned()),
            Type::Unspecialized(_) => return Err("its type is unspecialized".to_owned()),
            Type::Unknown | Type::Array { .. } | Type::Resource(_) => return Err("padstone does not support its type".to_owned()),
        })
    }

    /// The element type of a buffer: arrays, which are usually written after a name, are wrapped in a struct.
    pub(super) fn element(&mut self, ty: TypeId) -> Result<String, String> {
        match self.module.types[ty] {
            Type::Array { .. } => Err("a buffer whose element is an array cannot be declared".to_owned()),
            _ => self.data(ty),
        }
    }

    /// The type of a resource.
    pub(super) fn object(&mut self, resource: &ResourceType) -> Result<String, String> {
        let name = self.module.name(resource.spelling()).to_owned();
        let Some(element) = resource.element else { return Ok(name) };
        let is_texture = resource.kind == ResourceKind::Texture
            && resource.shape.sample == SampleType::Float
            && !matches!(resource.shape.dimension, Dimension::TextureBuffer | Dimension::None);
        let element = match self.module.types[element] {
            // The default element type of a texture.
            Type::Vector { scalar: Scalar::Float32, width: 4 } if is_texture => return Ok(name),
            _ => self.element(element)?,
        };
        Ok(format!("{name}<{element}>"))
    }

    /// The members of a `cbuffer`, one on each line, with a prefix.
    pub(super) fn members(&mut self, ty: TypeId, prefix: &str) -> Result<String, String> {
        let Type::Struct(id) = self.module.types[ty] else { return Err("it has no members".to_owned()) };
        self.lines(id, prefix)
    }

    /// The names of these members, without the prefix.
    pub(super) fn member_names(&self, ty: TypeId) -> Vec<String> {
        let (module, pointers) = (self.module, self.pointers);
        let Type::Struct(id) = module.types[ty] else { return Vec::new() };
        let fields = module.structs[id].fields.iter().enumerate().filter(|(_, field)| has_bytes(module, pointers, field.ty));
        let names = fields.flat_map(|(index, field)| match &*field.written.bit_fields {
            [] => vec![field_name(module, field, index)],
            bit_fields => bit_fields.iter().map(|bit_field| module.name(bit_field.name).to_owned()).collect(),
        });
        names.collect()
    }

    /// The members of a struct that have bytes, one on each line. Bit-fields are written as declared; a resource between two of them is
    /// replaced by another member without bytes, so that they do not share an integer.
    fn lines(&mut self, id: StructId, prefix: &str) -> Result<String, String> {
        let (module, pointers) = (self.module, self.pointers);
        let mut text = String::new();
        let (mut is_run, mut is_cut) = (false, false);
        for (index, field) in module.structs[id].fields.iter().enumerate().filter(|(_, field)| field.role != FieldRole::Base) {
            if !has_bytes(module, pointers, field.ty) {
                is_cut |= is_run;
                continue;
            }
            let bit_fields = Some(&field.written.bit_fields).filter(|bit_fields| !bit_fields.is_empty());
            if is_cut && (bit_fields.is_some() || field.bitfield.is_some()) {
                text.push_str(&self.cut(index));
            }
            (is_run, is_cut) = (bit_fields.is_some() || field.bitfield.is_some(), false);
            if let Some(bit_fields) = bit_fields {
                for bit_field in bit_fields {
                    let (ty, name) = (self.data(bit_field.ty)?, module.name(bit_field.name));
                    let _ = writeln!(text, "    {ty} {prefix}{name} : {};", bit_field.bits);
                }
                continue;
            }
            let (ty, counts) = peeled(module, field.ty);
            let ty = self.data(ty)?;
            let name = format!("{prefix}{}", field_name(module, field, index));
            let _ = match (field.bitfield, field.packoffset()) {
                (Some(bits), _) if bits.width == 0 => writeln!(text, "    {ty} : 0;"),
                (Some(bits), _) => writeln!(text, "    {ty} {name} : {};", bits.width),
                (None, None) => writeln!(text, "    {ty} {name}{};", dimensions(counts.into_iter())),
                (None, Some(offset)) => {
                    let component = ["x", "y", "z", "w"].get(usize::from(offset.component)).unwrap_or(&"x");
                    writeln!(text, "    {ty} {name}{} : packoffset(c{}.{component});", dimensions(counts.into_iter()), offset.register)
                }
            };
        }
        Ok(text)
    }

    /// The separator of two bit-fields that share no integer.
    fn cut(&mut self, index: usize) -> String {
        if self.module.language == Language::Hlsl {
            return "    uint : 0;\n".to_owned();
        }
        // Slang has no unnamed bit-fields; a member without bytes has the same effect (measured, libslang 2026.12).
        if self.empty_struct.is_empty() {
            self.empty_struct = self.unique("Nothing".to_owned());
            let _ = writeln!(self.text, "struct {} {{\n}};", self.empty_struct);
        }
        format!("    {} _nothing_{index};\n", self.empty_struct)
    }

    /// Declares a struct with a list of members.
    pub(super) fn of_fields(&mut self, name: &str, fields: &[(String, TypeId)]) -> Result<String, String> {
        let mut text = String::new();
        for (name, ty) in fields {
            let (ty, counts) = peeled(self.module, *ty);
            let _ = writeln!(text, "    {} {name}{};", self.data(ty)?, dimensions(counts.into_iter()));
        }
        let name = self.unique(name.to_owned());
        let _ = writeln!(self.text, "struct {name} {{\n{text}}};");
        Ok(name)
    }

    /// A struct, declared when it is first needed. Structs nest no deeper than layouts do.
    fn structure(&mut self, id: StructId) -> Result<String, String> {
        if let Some(known) = self.known.get(&id) {
            return Ok(known.clone());
        }
        let (module, pointers) = (self.module, self.pointers);
        let declared = &module.structs[id];
        let base = declared.fields.iter().find(|field| field.role == FieldRole::Base && has_bytes(module, pointers, field.ty));
        let base = base.map(|base| self.data(base.ty)).transpose()?.map_or(String::new(), |base| format!(" : {base}"));
        let text = self.lines(id, "")?;
        let simple: String = module.name(declared.name).chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let simple = simple.trim_matches('_');
        let has_no_objects =
            declared.fields.iter().all(|field| has_bytes(module, pointers, field.ty) && !contains_objects(module, field.ty));
        let name = match (simple, has_no_objects) {
            ("", _) => "Bytes".to_owned(),
            (simple, true) => simple.to_owned(),
            (simple, false) => format!("{simple}_bytes"),
        };
        let name = self.unique(name);
        let _ = writeln!(self.text, "struct {name}{base} {{\n{text}}};");
        self.known.insert(id, name.clone());
        Ok(name)
    }

    fn unique(&mut self, mut name: String) -> String {
        while !self.names.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

/// Whether a type contains scalars.
fn has_bytes(module: &Module, pointers: bool, ty: TypeId) -> bool {
    contains(module, ty, |ty| match ty {
        Type::Resource(_) => false,
        Type::Pointer(_) => pointers,
        _ => true,
    })
}

fn contains_objects(module: &Module, ty: TypeId) -> bool {
    contains(module, ty, |ty| matches!(ty, Type::Resource(_)))
}

/// Whether a type, which is neither an array nor a struct, is inside another one. Visits each struct once: one may contain another one twice, at
/// each level.
fn contains(module: &Module, ty: TypeId, fits: impl Fn(Type) -> bool) -> bool {
    let (mut pending, mut seen) = (vec![ty], HashSet::new());
    while let Some(ty) = pending.pop() {
        match module.types[module.types.peel_arrays(ty)] {
            Type::Struct(id) if seen.insert(id) => pending.extend(module.structs[id].fields.iter().map(|field| field.ty)),
            Type::Struct(_) => {}
            ty if fits(ty) => return true,
            _ => {}
        }
    }
    false
}

/// A name for a declaration: unnamed members get one.
pub(super) fn field_name(module: &Module, field: &Field, index: usize) -> String {
    let name: String = module.name(field.name).chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match name.chars().next() {
        None => format!("_{index}"),
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        Some(_) => name,
    }
}

/// The scalars with short names for their vectors and matrices.
fn short_name(scalar: Scalar) -> Option<&'static str> {
    Some(match scalar {
        Scalar::Float32 => "float",
        Scalar::Int32 => "int",
        Scalar::Uint32 => "uint",
        Scalar::Bool => "bool",
        Scalar::Float16 => "half",
        Scalar::Float64 => "double",
        _ => return None,
    })
}

fn scalar_name(module: &Module, scalar: Scalar, ty: TypeId) -> String {
    let long = match scalar {
        Scalar::Int8 => "int8_t",
        Scalar::Uint8 => "uint8_t",
        Scalar::Int16 => "int16_t",
        Scalar::Uint16 => "uint16_t",
        Scalar::Int64 => "int64_t",
        Scalar::Uint64 => "uint64_t",
        Scalar::IntPtr => "intptr_t",
        Scalar::UintPtr => "uintptr_t",
        Scalar::BFloat16 => "BFloat16",
        Scalar::FloatE4M3 => "FloatE4M3",
        Scalar::FloatE5M2 => "FloatE5M2",
        other => return short_name(other).map_or_else(|| module.type_name(ty).to_string(), str::to_owned),
    };
    long.to_owned()
}
