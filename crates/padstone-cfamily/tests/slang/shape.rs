//! The types of parameters without their locations, as one text for each parameter.

use padstone_model::{
    Annotation, Count, Dimension, Direction, Field, FieldRole, Module, ResourceAccess, ResourceKind, ResourceType, Scalar, Stage,
    StructKind, Type, TypeId,
};
use serde_json::Value;

/// The options that affect how a type is reflected.
#[derive(Clone, Copy)]
struct Context {
    varies: bool,
    handles_are_resources: bool,
}

/// The text to compare, in order: `name: type` for each parameter.
pub(crate) fn of_module(module: &Module, target: &str) -> Vec<String> {
    let handles_are_resources = matches!(target, "metal" | "cuda" | "cpp");
    let variable = |prefix: &str, field: &Field| {
        let semantic = field.annotations.iter().find_map(|annotation| match annotation {
            Annotation::Semantic { name, index, .. } => Some(format!(" : {}{index}", module.name(*name))),
            _ => None,
        });
        let is_uniform = field.annotations.contains(&Annotation::Direction(Direction::Uniform));
        let semantic = if is_uniform { String::new() } else { semantic.unwrap_or_default() };
        // Varyings are reflected without their base.
        let context = Context { varies: !prefix.is_empty() && !is_uniform, handles_are_resources };
        format!("{prefix}{}: {}{semantic}", module.name(field.name), type_text(module, field.ty, context))
    };
    let mut lines: Vec<String> = module.program.globals.iter().map(|global| variable("", &global.variable)).collect();
    for entry in &module.entry_points {
        let signature = &module.program.signatures[entry.signature.expect("Slang has signatures")];
        lines.push(format!(
            "entry {} {:?}",
            module.name(entry.name),
            signature.thread_group.filter(|_| entry.stage == Some(Stage::Compute)).unwrap_or([1, 1, 1])
        ));
        lines.extend(signature.parameters.iter().map(|field| variable("  ", field)));
        lines.extend(signature.result.iter().map(|field| variable("  ->", field)));
    }
    lines
}

fn type_text(module: &Module, ty: TypeId, context: Context) -> String {
    match module.types[ty] {
        Type::Scalar(scalar) | Type::Atomic(scalar) => scalar_text(scalar).to_owned(),
        Type::Enum(id) => scalar_text(module.enums[id].scalar).to_owned(),
        Type::Vector { scalar, width } => format!("{}x{width}", scalar_text(scalar)),
        Type::Matrix { scalar, rows, columns, .. } => format!("{}x{rows}x{columns}", scalar_text(scalar)),
        Type::Array { element, count } => {
            let count = match count {
                Count::Known(count) => count,
                Count::Runtime | Count::LinkTime => 0,
            };
            format!("[{count}]{}", type_text(module, element, context))
        }
        Type::Struct(id) => {
            let declared = &module.structs[id];
            let name = match declared.kind {
                StructKind::BufferMembers => "",
                StructKind::Tuple => "Tuple",
                _ => module.simple_name(id),
            };
            let fields = declared.fields.iter().filter(|field| !context.varies || field.role != FieldRole::Base);
            let name_of = |field: &Field| match (declared.kind, field.role) {
                (StructKind::Tuple, _) => "",
                (_, FieldRole::Base) => "$base",
                _ => module.name(field.name),
            };
            let fields: Vec<String> = fields.map(|field| format!("{}: {}", name_of(field), type_text(module, field.ty, context))).collect();
            format!("{name}{{{}}}", fields.join(", "))
        }
        Type::Pointer(to) => format!("*{}", module.name(to.declaration)),
        Type::Handle(to) if context.handles_are_resources => type_text(module, to, context),
        Type::Handle(_) => "uint32x2".to_owned(),
        Type::Interface(id) => format!("Interface {}", module.name(module.program.interfaces[id].name)),
        Type::Unspecialized(id) => format!("open {}", module.name(module.program.unspecialized_types[id].name)),
        Type::Resource(resource) => resource_text(module, resource, context),
        Type::Unknown => "?".to_owned(),
    }
}

fn resource_text(module: &Module, resource: ResourceType, context: Context) -> String {
    let element = || resource.element.map_or(String::new(), |element| type_text(module, element, context));
    match resource.kind {
        ResourceKind::Sampler => "samplerState".to_owned(),
        ResourceKind::ConstantBuffer => format!("constantBuffer<{}>", element()),
        ResourceKind::ParameterBlock => format!("parameterBlock<{}>", element()),
        ResourceKind::TextureBuffer => format!("textureBuffer<{}>", element()),
        ResourceKind::OutputStream => format!("outputStream<{}>", element()),
        ResourceKind::StorageBlock => "shaderStorageBuffer<None>".to_owned(),
        ResourceKind::Patch | ResourceKind::FeedbackType | ResourceKind::Other | ResourceKind::MeshOutput | ResourceKind::MeshIndices => {
            "None".to_owned()
        }
        _ => {
            let shape = resource.shape;
            let base = match shape.dimension {
                Dimension::None => "none",
                Dimension::Texture1D => "texture1D",
                Dimension::Texture2D => "texture2D",
                Dimension::Texture3D => "texture3D",
                Dimension::TextureCube => "textureCube",
                Dimension::TextureBuffer => "textureBuffer",
                Dimension::StructuredBuffer => "structuredBuffer",
                Dimension::ByteAddressBuffer => "byteAddressBuffer",
                Dimension::AccelerationStructure => "accelerationStructure",
                Dimension::SubpassInput => "subpassInput",
            };
            let access = match shape.access {
                ResourceAccess::Read => "",
                ResourceAccess::Write => " write",
                ResourceAccess::ReadWrite => " readWrite",
                ResourceAccess::RasterOrdered => " rasterOrdered",
                ResourceAccess::Append => " append",
                ResourceAccess::Consume => " consume",
                ResourceAccess::Feedback => " feedback",
            };
            let flags: String = [(shape.arrayed, " array"), (shape.multisampled, " multisample"), (shape.combined, " combined")]
                .into_iter()
                .filter_map(|(is, word)| is.then_some(word))
                .collect();
            // Typed buffers have no result in this version of the reflection.
            let element = if matches!(shape.dimension, Dimension::TextureBuffer) || shape.access == ResourceAccess::Feedback {
                String::new()
            } else {
                element()
            };
            format!("{base}{flags}{access}<{element}>")
        }
    }
}

fn scalar_text(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int8 => "int8",
        Scalar::Uint8 => "uint8",
        Scalar::Int16 => "int16",
        Scalar::Uint16 => "uint16",
        Scalar::Int32 => "int32",
        Scalar::Uint32 => "uint32",
        Scalar::Int64 => "int64",
        Scalar::Uint64 => "uint64",
        Scalar::Float16 => "float16",
        Scalar::Float32 => "float32",
        Scalar::Float64 => "float64",
        Scalar::IntPtr => "intptr",
        Scalar::UintPtr => "uintptr",
        Scalar::BFloat16 => "bfloat16",
        Scalar::FloatE4M3 => "float_e4m3",
        Scalar::FloatE5M2 => "float_e5m2",
        _ => "void",
    }
}

/// The same for libslang's reflection.
pub(crate) fn of_json(json: &Value) -> Vec<String> {
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let variable = |prefix: &str, value: &Value| {
        let index = value["semanticIndex"].as_u64().unwrap_or(0);
        let semantic = value["semanticName"].as_str().map(|semantic| format!(" : {semantic}{index}")).unwrap_or_default();
        format!("{prefix}{}: {}{semantic}", name(value), json_type(&value["type"]))
    };
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut lines: Vec<String> = list(&json["parameters"]).iter().map(|value| variable("", value)).collect();
    for entry in list(&json["entryPoints"]) {
        let group: Vec<u64> = match entry["threadGroupSize"].as_array() {
            Some(sizes) => sizes.iter().filter_map(Value::as_u64).collect(),
            None => vec![1, 1, 1],
        };
        lines.push(format!("entry {} {group:?}", name(&entry)));
        lines.extend(list(&entry["parameters"]).iter().map(|value| variable("  ", value)));
        if entry["result"].is_object() {
            lines.push(variable("  ->", &entry["result"]));
        }
    }
    lines
}

fn json_type(ty: &Value) -> String {
    let text = |key: &str| ty[key].as_str().unwrap_or_default().to_owned();
    let number = |key: &str| ty[key].as_u64().unwrap_or(0);
    let element = || json_type(&ty["elementType"]);
    match &*text("kind") {
        "scalar" => text("scalarType"),
        "vector" => format!("{}x{}", element(), number("elementCount")),
        "matrix" => format!("{}x{}x{}", element(), number("rowCount"), number("columnCount")),
        "array" => format!("[{}]{}", number("elementCount"), element()),
        "struct" => {
            let fields = ty["fields"].as_array().into_iter().flatten();
            let fields: Vec<String> =
                fields.map(|field| format!("{}: {}", field["name"].as_str().unwrap_or_default(), json_type(&field["type"]))).collect();
            format!("{}{{{}}}", text("name"), fields.join(", "))
        }
        kind @ ("constantBuffer" | "parameterBlock" | "textureBuffer" | "outputStream" | "shaderStorageBuffer") => {
            format!("{kind}<{}>", element())
        }
        "pointer" => format!("*{}", text("valueType")),
        "Interface" => format!("Interface {}", text("name")),
        "GenericTypeParameter" => format!("open {}", text("name")),
        "resource" => {
            let flags: String = ["array", "multisample", "combined"]
                .into_iter()
                .filter(|&word| ty[word].as_bool().unwrap_or(false))
                .map(|word| format!(" {word}"))
                .collect();
            let access = ty["access"].as_str().map(|access| format!(" {access}")).unwrap_or_default();
            let result =
                if ty["resultType"].is_object() && ty["feedback"].is_null() { json_type(&ty["resultType"]) } else { String::new() };
            format!("{}{flags}{access}<{result}>", text("baseShape"))
        }
        other => other.to_owned(),
    }
}

/// The first line in which two of them differ.
pub(crate) fn difference(ours: &[String], theirs: &[String]) -> Option<String> {
    let longer = ours.len().max(theirs.len());
    (0..longer).find_map(|index| {
        let (ours, theirs) = (ours.get(index), theirs.get(index));
        // An unspecialized type in an entry point has no kind.
        let same = match (ours, theirs) {
            (Some(ours), Some(theirs)) => ours == theirs || theirs.ends_with(": None") && ours.contains(": open "),
            _ => false,
        };
        (!same).then(|| format!("\n  ours   {ours:?}\n  theirs {theirs:?}"))
    })
}
