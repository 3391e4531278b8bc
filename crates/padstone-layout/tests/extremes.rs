//! Extreme types that only a limit can handle: a clear result in a short time.

use padstone_layout::{DXC, GLSLANG, LayoutError, MAX_DEPTH, layout, max_rows, profiles};
use padstone_model::{
    Buffer, BufferKind, Count, Field, Module, Packing, Parameter, ParameterKind, ResourceKind, Scalar, Struct, StructKind, Type, TypeId,
};
use padstone_source::{Span, Symbol};

fn structure(module: &mut Module, fields: &[TypeId]) -> TypeId {
    let field = |&ty: &TypeId| Field::member(Symbol::EMPTY, Span::default(), ty, Vec::new());
    let fields = fields.iter().map(field).collect();
    let id = module.structs.push(Struct {
        name: Symbol::EMPTY,
        span: Span::default(),
        kind: StructKind::Declared,
        fields,
        ty: None,
        contiguous: false,
    });
    let ty = module.types.intern(Type::Struct(id));
    module.structs[id].ty = Some(ty);
    ty
}

fn array(module: &mut Module, element: TypeId, count: u64) -> TypeId {
    module.types.intern(Type::Array { element, count: Count::Known(count) })
}

fn constant_buffer(module: &mut Module, content: TypeId) {
    let id = padstone_model::Id::from_index(module.buffers.len());
    let parameter = module.parameters.push(Parameter {
        name: Symbol::EMPTY,
        qualified_name: Symbol::EMPTY,
        span: Span::default(),
        kind: ParameterKind::Buffer(id),
        member_of: None,
        dims: Vec::new(),
        registers: Vec::new(),
        binding: None,
        counter_binding: None,
        counter_offset: None,
        input_attachment: None,
        location: None,
        access: None,
        used: true,
        written: padstone_model::Spelling::default(),
    });
    module.buffers.push(Buffer {
        name: Symbol::EMPTY,
        instance: None,
        span: Span::default(),
        kind: BufferKind::ConstantBuffer,
        resource: ResourceKind::ConstantBuffer,
        content,
        packing: Packing::ByKind,
        parameter,
    });
}

/// The codes of the diagnostics, and the number of buffers with a layout.
fn answer(module: &Module) -> (Vec<&'static str>, usize) {
    let layouts = layout(module, &DXC);
    (layouts.diagnostics.iter().map(|found| found.code.id).collect(), layouts.layouts.len())
}

#[test]
fn deep_types_are_reported() {
    let mut module = Module::default();
    let float = module.types.intern(Type::Scalar(Scalar::Float32));
    let mut ty = float;
    for _ in 1..MAX_DEPTH {
        ty = structure(&mut module, &[ty]);
    }
    constant_buffer(&mut module, ty);
    assert_eq!(answer(&module), (vec![], 1));
    let mut ty = structure(&mut module, &[ty]);
    for _ in 0..100_000 {
        ty = array(&mut module, ty, 1);
    }
    constant_buffer(&mut module, ty);
    assert_eq!(answer(&module), (vec!["P0502"], 1));
}

#[test]
fn doubling_types_take_linear_time() {
    let mut module = Module::default();
    let mut ty = module.types.intern(Type::Scalar(Scalar::Float32));
    for _ in 0..70 {
        ty = structure(&mut module, &[ty, ty]);
    }
    constant_buffer(&mut module, ty);
    assert_eq!(answer(&module), (vec!["P0501"], 0));
    let mut module = Module::default();
    let mut ty = module.types.intern(Type::Scalar(Scalar::Float32));
    for _ in 0..40 {
        ty = structure(&mut module, &[ty, ty]);
    }
    constant_buffer(&mut module, ty);
    assert_eq!(answer(&module), (vec!["P0701"], 0));
}

#[test]
fn rows_are_counted_per_file() {
    let mut module = Module::default();
    let float = module.types.intern(Type::Scalar(Scalar::Float32));
    let inner = structure(&mut module, &[float; 99]);
    let big = structure(&mut module, &[inner; 101]);
    // 200 members, and 1,012,800 rows: 100 times 101 structs with 99 members each.
    for _ in 0..101 {
        constant_buffer(&mut module, big);
    }
    assert_eq!(max_rows(&module), 1_012_800);
    assert_eq!(answer(&module), (vec!["P0701"], 100));
}

#[test]
fn large_arrays_have_exact_sizes() {
    let mut module = Module::default();
    let float = module.types.intern(Type::Scalar(Scalar::Float32));
    let four_gib = array(&mut module, float, 1 << 30);
    let content = structure(&mut module, &[four_gib, float]);
    constant_buffer(&mut module, content);
    assert_eq!(answer(&module), (vec!["P0504"], 1));
    let endless = array(&mut module, four_gib, u64::MAX);
    let content = structure(&mut module, &[endless]);
    constant_buffer(&mut module, content);
    assert_eq!(answer(&module), (vec!["P0501", "P0504"], 1));
    for profile in profiles() {
        assert_eq!(layout(&module, profile).standard().get(content), Err(LayoutError::Overflow(endless)), "{}", profile.name);
    }
}

#[test]
fn unknown_types_have_no_layout() {
    let mut module = Module::default();
    let unknown = module.types.intern(Type::Unknown);
    let float = module.types.intern(Type::Scalar(Scalar::Float32));
    let array = array(&mut module, unknown, 2);
    let content = structure(&mut module, &[float, array]);
    constant_buffer(&mut module, content);
    let other = structure(&mut module, &[float]);
    constant_buffer(&mut module, other);
    assert_eq!(answer(&module), (vec![], 1));
    let unsized_array = module.types.intern(Type::Array { element: float, count: Count::Runtime });
    let content = structure(&mut module, &[float, unsized_array]);
    constant_buffer(&mut module, content);
    assert_eq!(answer(&module), (vec!["P0503"], 1));
}

#[test]
fn runtime_sized_arrays_must_be_last() {
    let mut module = Module::default();
    let float = module.types.intern(Type::Scalar(Scalar::Float32));
    let open = module.types.intern(Type::Array { element: float, count: Count::Runtime });
    let last = structure(&mut module, &[float, open]);
    let outer = structure(&mut module, &[float, last]);
    let first = structure(&mut module, &[open, float]);
    let inside = structure(&mut module, &[last, float]);
    let repeated = array(&mut module, last, 2);
    let of_open = module.types.intern(Type::Array { element: open, count: Count::Runtime });
    for (ty, bytes) in
        [(open, Some(4)), (last, Some(8)), (outer, Some(12)), (first, None), (inside, None), (repeated, None), (of_open, None)]
    {
        let layouts = layout(&module, &GLSLANG);
        assert_eq!(
            layouts.standard().get(ty).map(|layout| layout.size.bytes()),
            bytes.ok_or(LayoutError::Unsized),
            "{}",
            module.type_name(ty)
        );
    }
}
