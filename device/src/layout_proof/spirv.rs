//! The shader as SPIR-V: padstone's module with stores in its entry point. Types and decorations are unchanged.

use std::collections::HashMap;

use padstone_read::Unit;
use padstone_read::bind::{self, binding_rules};
use padstone_read::emit::spirv::{self, ModuleFormat};
use padstone_read::layout::ModuleLayout;
use padstone_read::model::Language;
use rspirv::binary::Assemble;
use rspirv::dr::{Builder, Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{Decoration, FunctionControl, Op, StorageClass, Word};

use super::leaves::{Leaf, LeafStep, WrittenType};
use super::{Shader, WritableBuffer, WritePass};
use crate::BufferAccess;

/// The name of the entry point in padstone's module.
pub(super) const ENTRY_POINT: &str = "main";

pub(super) fn shader(
    unit: &Unit,
    layouts: &ModuleLayout,
    targets: &[WritableBuffer<'_>],
    pass: WritePass,
    left_out: &mut Vec<String>,
) -> Result<Shader, String> {
    let policy = match unit.module.language {
        Language::Wgsl | Language::Wgsl2020 => &binding_rules::WGSL,
        Language::Glsl => &binding_rules::GLSLANG,
        _ => &binding_rules::DXC_SPIRV,
    };
    let bindings = unit.bind(policy, &bind::Options::default());
    let mut bytes = Vec::new();
    let found = spirv::write(&mut bytes, &unit.module, layouts, &bindings, ModuleFormat::Binary).map_err(|error| error.to_string())?;
    left_out.extend(found.iter().map(|found| found.message.clone()));
    let module = load_bytes(&bytes).map_err(|error| error.to_string())?;
    Writer::new(module).shader(targets, pass, left_out)
}

struct Writer {
    builder: Builder,
    /// Types and constants, by id.
    defined: HashMap<Word, Instruction>,
    names: HashMap<Word, String>,
    members: HashMap<(Word, String), u32>,
}

impl Writer {
    fn new(mut module: Module) -> Writer {
        let mut names = HashMap::new();
        let mut members = HashMap::new();
        for name in &module.debug_names {
            match (name.class.opcode, &name.operands[..]) {
                (Op::Name, [Operand::IdRef(id), Operand::LiteralString(text)]) => {
                    names.insert(*id, text.clone());
                }
                (Op::MemberName, [Operand::IdRef(id), Operand::LiteralBit32(member), Operand::LiteralString(text)]) => {
                    members.insert((*id, text.clone()), *member);
                }
                _ => {}
            }
        }
        // All buffers are written, so all are storage buffers, with new bindings.
        for instruction in &mut module.types_global_values {
            for operand in &mut instruction.operands {
                if let Operand::StorageClass(class @ (StorageClass::Uniform | StorageClass::PushConstant)) = operand {
                    *class = StorageClass::StorageBuffer;
                }
            }
        }
        let bound = [Decoration::DescriptorSet, Decoration::Binding, Decoration::NonWritable];
        module
            .annotations
            .retain(|decorated| !matches!(decorated.operands.get(1), Some(Operand::Decoration(decoration)) if bound.contains(decoration)));
        let defined = module.types_global_values.iter().filter_map(|found| Some((found.result_id?, found.clone())));
        let defined = defined.collect();
        Writer { builder: Builder::new_from_module(module), defined, names, members }
    }

    fn shader(mut self, targets: &[WritableBuffer<'_>], pass: WritePass, left_out: &mut Vec<String>) -> Result<Shader, String> {
        let variables = self.variables(targets, left_out);
        let mut stores = Vec::new();
        let mut writes = Vec::new();
        for (target, leaf) in pass.leaves(targets) {
            let Some(&(_, variable)) = variables.iter().find(|(index, _)| *index == target) else { continue };
            let content = &targets[target].leaves[leaf];
            match self.place(variable, content) {
                Ok(place) => {
                    let value = self.value(place.ty, content);
                    stores.push((variable, place, value));
                    writes.push((target, leaf));
                }
                Err(why) => left_out.push(format!("{}{content}: {why}", targets[target].name)),
            }
        }
        for (binding, &(_, variable)) in (0..).zip(&variables) {
            self.bind(variable, binding);
        }
        let bound: Vec<Word> = variables.iter().map(|&(_, variable)| variable).collect();
        self.main(stores, &bound).map_err(|error| error.to_string())?;
        Ok(Shader {
            words: self.builder.module().assemble(),
            kinds: vec![BufferAccess::ReadWrite; bound.len()],
            targets: variables.iter().map(|&(target, _)| target).collect(),
            writes,
        })
    }

    /// The variables of the buffers in the module.
    fn variables(&self, targets: &[WritableBuffer<'_>], left_out: &mut Vec<String>) -> Vec<(usize, Word)> {
        let mut variables = Vec::new();
        for (index, target) in targets.iter().enumerate() {
            let is_decoration = |found: &&Instruction| {
                let storage = found.operands.first() == Some(&Operand::StorageClass(StorageClass::StorageBuffer));
                found.class.opcode == Op::Variable
                    && storage
                    && found.result_id.and_then(|id| self.names.get(&id)).is_some_and(|name| name == target.name)
            };
            match self.builder.module_ref().types_global_values.iter().find(is_decoration).and_then(|found| found.result_id) {
                Some(variable) => variables.push((index, variable)),
                None => left_out.push(format!("{}: the module has no such variable", target.name)),
            }
        }
        variables
    }

    /// Follows a path through the types of the module.
    fn place(&mut self, variable: Word, leaf: &Leaf) -> Result<VariablePath, String> {
        let pointer = self.defined[&variable].result_type.ok_or("a variable has a type")?;
        let mut ty = self.operand(pointer, 1)?;
        let mut indices = Vec::new();
        // A content that is not a struct is the only member of a struct, without a name.
        if !matches!(leaf.steps.first(), Some(LeafStep::Member(_))) {
            indices.push(0);
            ty = self.operand(ty, 0)?;
        }
        for step in &leaf.steps {
            let index = match step {
                LeafStep::Member(name) => *self.members.get(&(ty, name.clone())).ok_or("the module has no such member")?,
                LeafStep::Index(index) => u32::try_from(*index).map_err(|_| "an index beyond 32 bits")?,
            };
            let is_struct = self.opcode(ty) == Op::TypeStruct;
            if is_struct != matches!(step, LeafStep::Member(_)) {
                return Err("the module has a different type at this path".to_owned());
            }
            ty = self.operand(ty, if is_struct { index as usize } else { 0 })?;
            indices.push(index);
        }
        let expected = match leaf.written {
            WrittenType::Number => &[Op::TypeInt, Op::TypeFloat][..],
            WrittenType::Vector => &[Op::TypeVector],
            WrittenType::Matrix(_) => &[Op::TypeMatrix],
        };
        if expected.contains(&self.opcode(ty)) {
            Ok(VariablePath { ty, indices })
        } else {
            Err("the module has a different type at this path".to_owned())
        }
    }

    fn opcode(&self, ty: Word) -> Op {
        self.defined[&ty].class.opcode
    }

    fn operand(&self, ty: Word, index: usize) -> Result<Word, String> {
        self.defined[&ty]
            .operands
            .get(index)
            .and_then(Operand::id_ref_any)
            .ok_or_else(|| "the module has a different type at this path".to_owned())
    }

    /// The constant that is written to a leaf.
    fn value(&mut self, ty: Word, leaf: &Leaf) -> Word {
        let numbers = 0..leaf.offsets.len();
        match leaf.written {
            WrittenType::Number => self.constant(ty, leaf.bits(0)),
            WrittenType::Vector => self.vector(ty, numbers, leaf),
            WrittenType::Matrix(rows) => {
                let column = self.operand(ty, 0).expect("a matrix has columns");
                let starts = numbers.step_by(rows.into());
                let columns: Vec<Word> = starts.map(|start| self.vector(column, start..start + usize::from(rows), leaf)).collect();
                self.builder.constant_composite(ty, columns)
            }
        }
    }

    fn vector(&mut self, ty: Word, numbers: std::ops::Range<usize>, leaf: &Leaf) -> Word {
        let component = self.operand(ty, 0).expect("a vector has components");
        let components: Vec<Word> = numbers.map(|number| self.constant(component, leaf.bits(number))).collect();
        self.builder.constant_composite(ty, components)
    }

    fn constant(&mut self, ty: Word, bits: u64) -> Word {
        let wide = self.defined[&ty].operands[0] == Operand::LiteralBit32(64);
        if wide { self.builder.constant_bit64(ty, bits) } else { self.builder.constant_bit32(ty, bits as u32) }
    }

    fn bind(&mut self, variable: Word, binding: u32) {
        self.builder.decorate(variable, Decoration::DescriptorSet, [Operand::LiteralBit32(0)]);
        self.builder.decorate(variable, Decoration::Binding, [Operand::LiteralBit32(binding)]);
    }

    /// Writes the entry point: one store after the other.
    fn main(&mut self, stores: Vec<(Word, VariablePath, Word)>, bound: &[Word]) -> Result<(), rspirv::dr::Error> {
        let function = self.builder.module_ref().functions[0].def.clone().expect("a function begins");
        let (main, void) = (function.result_id.expect("it has an id"), function.result_type.expect("it has a type"));
        let Operand::IdRef(signature) = function.operands[1] else { unreachable!("a function has a type") };
        let module = self.builder.module_mut();
        module.functions.clear();
        module.entry_points[0].operands.truncate(3);
        module.entry_points[0].operands.extend(bound.iter().map(|&variable| Operand::IdRef(variable)));

        let uint = self.builder.type_int(32, 0);
        let mut chains = Vec::new();
        for (variable, place, value) in stores {
            let indices: Vec<Word> = place.indices.iter().map(|&index| self.builder.constant_bit32(uint, index)).collect();
            let pointer = self.builder.type_pointer(None, StorageClass::StorageBuffer, place.ty);
            chains.push((variable, pointer, indices, value));
        }
        self.builder.begin_function(void, Some(main), FunctionControl::NONE, signature)?;
        self.builder.begin_block(None)?;
        for (variable, pointer, indices, value) in chains {
            let leaf_pointer = self.builder.access_chain(pointer, None, variable, indices)?;
            self.builder.store(leaf_pointer, value, None, [])?;
        }
        self.builder.ret()?;
        self.builder.end_function()
    }
}

struct VariablePath {
    ty: Word,
    indices: Vec<u32>,
}
