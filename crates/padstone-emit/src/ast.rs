//! The declarations that affect layout, with their attributes, formatted like clang's AST dump:
//! `padstone emit ast`.
//!
//! ```text
//! HLSLBufferDecl cbuffer MyBuffer
//!   VarDecl Element1 float4
//!     HLSLPackOffsetAttr   0 0
//!   VarDecl Element2 float
//!     HLSLPackOffsetAttr  12 0
//! ```

use std::io::{self, Write};

use padstone_model::{
    Annotation, Buffer, BufferKind, ExplicitBinding, Field, FieldRole, Module, Parameter, ParameterKind, Register, Struct, StructKind,
    Type, TypeId,
};

use crate::display::DisplayDimensions;

/// Writes structs, then buffers, resources and global constants, each kind in source order.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, module: &Module) -> io::Result<()> {
    let ast = Ast { module, register_digits: register_digits(module) };
    for (_, found) in module.structs.iter().filter(|(_, found)| found.kind != StructKind::BufferMembers) {
        ast.write_struct(out, found)?;
    }
    for (_, parameter) in module.parameters.iter() {
        ast.write_parameter(out, parameter)?;
    }
    Ok(())
}

struct Ast<'m> {
    module: &'m Module,
    /// The width of the column of `packoffset` registers.
    register_digits: usize,
}

impl Ast<'_> {
    fn write_struct(&self, out: &mut dyn Write, found: &Struct) -> io::Result<()> {
        write!(out, "CXXRecordDecl struct {}", self.module.name(found.name))?;
        for (index, base) in found.fields.iter().filter(|field| field.role == FieldRole::Base).enumerate() {
            write!(out, "{}{}", if index == 0 { " : " } else { ", " }, self.module.name(base.name))?;
        }
        writeln!(out)?;
        self.write_fields(out, "  FieldDecl", &found.fields)
    }

    fn write_parameter(&self, out: &mut dyn Write, parameter: &Parameter) -> io::Result<()> {
        let name = self.module.name(parameter.name);
        match parameter.kind {
            // Its declaration is listed among the members of its buffer.
            _ if parameter.member_of.is_some() => Ok(()),
            ParameterKind::Buffer(id) => self.write_buffer(out, &self.module.buffers[id], parameter),
            ParameterKind::Opaque(ty) | ParameterKind::Uniform(ty) => {
                writeln!(out, "VarDecl {name} {}{}", self.module.type_name(ty), DisplayDimensions(&parameter.dims))?;
                self.write_bindings(out, "  ", parameter)
            }
            // Its declaration is listed among the members of its buffer.
            ParameterKind::Struct(_) => Ok(()),
        }
    }

    fn write_buffer(&self, out: &mut dyn Write, buffer: &Buffer, parameter: &Parameter) -> io::Result<()> {
        let name = self.module.name(buffer.name);
        let members = self.module.as_struct(buffer.content).filter(|found| found.kind == StructKind::BufferMembers);
        match (buffer.kind, members) {
            (BufferKind::Globals, Some(members)) => self.write_fields(out, "VarDecl", &members.fields),
            (kind, Some(members)) => {
                let keyword = if kind == BufferKind::TBuffer { "tbuffer" } else { "cbuffer" };
                writeln!(out, "HLSLBufferDecl {keyword} {name}")?;
                self.write_bindings(out, "  ", parameter)?;
                self.write_fields(out, "  VarDecl", &members.fields)
            }
            (kind, None) => {
                let content = self.module.type_name(buffer.content);
                let dims = DisplayDimensions(&parameter.dims);
                match kind {
                    BufferKind::ConstantBuffer => writeln!(out, "VarDecl {name} ConstantBuffer<{content}>{dims}")?,
                    BufferKind::TextureBuffer => writeln!(out, "VarDecl {name} TextureBuffer<{content}>{dims}")?,
                    BufferKind::Structured => writeln!(out, "VarDecl {name} StructuredBuffer<{content}>{dims}")?,
                    _ => writeln!(out, "VarDecl {name} {content}{dims}")?,
                }
                match kind {
                    BufferKind::PushConstant => writeln!(out, "  HLSLVkPushConstantAttr")?,
                    BufferKind::ShaderRecord => writeln!(out, "  HLSLVkShaderRecordAttr")?,
                    _ => {}
                }
                self.write_bindings(out, "  ", parameter)
            }
        }
    }

    /// One line for each field, names and types in columns, and below it its attributes.
    fn write_fields(&self, out: &mut dyn Write, word: &str, fields: &[Field]) -> io::Result<()> {
        let fields = fields.iter().filter(|field| field.role == FieldRole::Member);
        let width = fields.clone().map(|field| self.module.name(field.name).chars().count()).max().unwrap_or(0);
        let indent = " ".repeat(word.len() - word.trim_start().len() + 2);
        for field in fields {
            write!(out, "{word} {:width$} {}", self.module.name(field.name), self.type_text(field.ty))?;
            match field.bitfield {
                Some(bits) => writeln!(out, " : {}", bits.width)?,
                None => writeln!(out)?,
            }
            for annotation in &field.annotations {
                match annotation {
                    Annotation::PackOffset(position) => {
                        let digits = self.register_digits;
                        writeln!(out, "{indent}HLSLPackOffsetAttr {:>digits$} {}", position.register, position.component)?;
                    }
                    Annotation::Register(register) => write_register(out, &indent, *register)?,
                    Annotation::Offset { bytes, .. } => writeln!(out, "{indent}HLSLVkOffsetAttr {bytes}")?,
                    Annotation::Align { align, .. } => writeln!(out, "{indent}AlignAttr {align}")?,
                    Annotation::Size { size, .. } => writeln!(out, "{indent}SizeAttr {size}")?,
                    // Types that only Slang has.
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn write_bindings(&self, out: &mut dyn Write, indent: &str, parameter: &Parameter) -> io::Result<()> {
        parameter.registers.iter().try_for_each(|register| write_register(out, indent, *register))?;
        let vk = [("HLSLVkBindingAttr", parameter.binding), ("HLSLVkCounterBindingAttr", parameter.counter_binding)];
        vk.into_iter().try_for_each(|(word, binding)| match binding {
            Some(ExplicitBinding { binding, set: Some(set), .. }) => writeln!(out, "{indent}{word} {binding} {set}"),
            Some(ExplicitBinding { binding, set: None, .. }) => writeln!(out, "{indent}{word} {binding}"),
            None => Ok(()),
        })
    }

    /// The type in HLSL, with `row_major` or `column_major` where it is not the default.
    fn type_text(&self, ty: TypeId) -> String {
        let inner = self.module.types.peel_arrays(ty);
        let keyword = match self.module.types[inner] {
            Type::Matrix { major, .. } if major != self.module.options.default_major => match major {
                padstone_model::Major::Row => "row_major ",
                padstone_model::Major::Column => "column_major ",
            },
            _ => "",
        };
        format!("{keyword}{}", self.module.type_name(ty))
    }
}

/// The number of digits of the highest `packoffset` register, at least 3.
fn register_digits(module: &Module) -> usize {
    let registers = module.structs.iter().flat_map(|(_, found)| &found.fields).flat_map(|field| &field.annotations);
    let highest = registers.filter_map(|annotation| match annotation {
        Annotation::PackOffset(position) => Some(position.register),
        _ => None,
    });
    highest.max().unwrap_or(0).to_string().len().max(3)
}

fn write_register(out: &mut dyn Write, indent: &str, register: Register) -> io::Result<()> {
    write!(out, "{indent}HLSLResourceBindingAttr")?;
    if let Some((class, number)) = register.slot {
        write!(out, " \"{}{number}\"", class.letter())?;
    }
    match register.space {
        Some(space) => writeln!(out, " \"space{space}\""),
        None => writeln!(out),
    }
}
