//! The output of `padstone emit split` has, in libslang, the registers, bindings and offsets that the map contains for each part, and
//! so do the parts of the original program.

use std::collections::{BTreeMap, BTreeSet};

use padstone_generate::slang::{ProgramFeatures, program};
use padstone_generate::{Choices, bytes};
use padstone_read::diag::Diagnostics;
use padstone_read::emit::reflect::{Array, BindingLocation, reflect};
use padstone_read::emit::split::{MappedPart, Split, split};
use padstone_testing::slang::{Request, Slang, SlangVerdict};
use padstone_testing::{sampled, seeds};
use serde_json::Value;

use crate::slang::reflect::{as_libslang, bases, with};

/// The number of programs for each target of an everyday run, and of a full one.
const PROGRAMS: [u64; 2] = [6, 150];
/// The maximum number of disagreements printed.
const SHOWN: usize = 4;
/// The option determines the majorness of arrays of matrices, whatever their declaration (libslang 2026.12), so one is passed.
const TARGETS: [(&str, &[&str]); 6] = [
    ("hlsl", &["-matrix-layout-row-major", "-profile", "sm_6_6"]),
    ("hlsl", &["-matrix-layout-column-major", "-profile", "sm_5_0"]),
    ("spirv", &["-matrix-layout-row-major"]),
    ("spirv", &["-matrix-layout-row-major", "-fvk-use-scalar-layout"]),
    ("spirv", &["-matrix-layout-row-major", "-fvk-use-dx-layout"]),
    ("wgsl", &["-matrix-layout-row-major"]),
];

/// Shader records, which do not occur in generated programs.
const RAYS: &str = "struct V { float a; float2 b[2]; Texture2D t; float3 c; float3 d; }\n\
    [shader(\"closesthit\")] void hit(inout float3 p, float2 at, uniform V v, uniform float3 f, uniform float g) {}\n\
    [shader(\"raygeneration\")] void rays(uniform Texture2D t) {}\n";

/// Bit-fields, some of them separated only by resources, which do not occur in generated programs that are split.
const BITS: &str = "struct L { float w; uint a : 8; Texture2D t; uint b : 4; uint c : 20; uint8_t d : 3; int e; uint64_t f : 40; float2 z; }\n\
    struct E { }\n struct P { uint a : 8; uint b : 30; E e; uint n : 2; float q; uint16_t k : 9; }\n struct D : P { uint own : 3; Texture2D t; }\n\
    ConstantBuffer<L> l; L loose; L many[3]; StructuredBuffer<P> ps; ParameterBlock<D> block;\n\
    cbuffer C { uint k : 3; float w; uint x : 4; Texture2D tt; uint j : 5; P p; }\n\
    [shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform L u) {}\n";

#[test]
fn libslang_bindings_of_split_programs_match_the_map() {
    let Some(slang) = Slang::find("programs that are split compared with libslang's reflection") else { return };
    let (mut programs, mut parts, mut of_source, mut unable, mut failures) = (0, 0, 0, 0, Vec::new());
    let seeds = seeds(PROGRAMS[0], PROGRAMS[1]);
    for (target, flags) in sampled(TARGETS, 2) {
        let sources: Vec<String> = seeds.clone().map(generated).chain([RAYS, BITS].map(str::to_owned)).collect();
        let splits: Vec<(Split, Diagnostics, BTreeSet<String>)> = sources
            .iter()
            .map(|source| {
                with(source, target, flags, |reflection| {
                    let (split, found) = split(reflection);
                    (split, found, bases(&reflect(reflection).0))
                })
            })
            .collect();
        let of_split = slang.ask(&splits.iter().map(|(split, ..)| request(&split.text, target, flags)).collect::<Vec<_>>());
        let of_sources = slang.ask(&sources.iter().map(|source| request(source, target, flags)).collect::<Vec<_>>());
        let answers = of_split.into_iter().zip(of_sources);
        for ((seed, (source, (split, found, bases))), answers) in sources.iter().zip(&splits).enumerate().zip(answers) {
            assert!(!found.has_errors(), "{target}, seed {seed}: {:?}\n{source}", found.iter().next());
            let mut differ = Vec::new();
            match answers {
                (SlangVerdict::Accepted(theirs), SlangVerdict::Accepted(before)) => {
                    programs += 1;
                    let (theirs, before) = (LibslangLocations::of(&theirs), LibslangLocations::of(&before));
                    for part in &split.map.parts {
                        parts += 1;
                        differ.extend(theirs.disagrees(&as_libslang(&part.name, bases), part).map(|why| format!("split: {why}")));
                        // libslang's reflection does not contain the start of an entry point's range.
                        if part.entry_point.is_none() {
                            of_source += 1;
                            differ.extend(before.disagrees(&as_libslang(&part.path, bases), part).map(|why| format!("source: {why}")));
                        }
                    }
                }
                // A stage may lack a feature on a target (texel buffers in WGSL), which does not affect locations.
                (SlangVerdict::Accepted(_), SlangVerdict::Rejected(why)) if why.contains("E36107") => unable += 1,
                (one, other) => differ.push(format!("not accepted: {one:?} {other:?}")),
            }
            if !differ.is_empty() {
                failures.push(format!("-- {target} {flags:?}, seed {seed}\n{}\n{source}\n--\n{}", differ.join("\n"), split.text));
            }
        }
    }
    println!(
        "{programs} split programs, {parts} parts, {of_source} of them compared with the source too, {unable} that the target cannot do"
    );
    assert!(failures.is_empty(), "{} disagree\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
    let minimum = sampled(TARGETS, 2).count() * seeds.count() * 5 / 6;
    assert!(programs > minimum && parts > 16 * minimum, "only {programs} programs and {parts} parts");
}

fn generated(seed: u64) -> String {
    let contents = ProgramFeatures { explicit: seed.is_multiple_of(3), entry_points: seed.is_multiple_of(2), features: false };
    program(&mut Choices::new(&bytes(9_000 + seed, 500)), 1 + usize::try_from(seed % 7).unwrap_or(0), contents)
}

fn request(source: &str, target: &str, flags: &[&str]) -> Request {
    let options = ["-target", target].iter().chain(flags).map(|&word| word.to_owned()).collect();
    Request { source: source.to_owned(), options }
}

/// The locations of every resource and all bytes in libslang's reflection, by path.
#[derive(Default)]
struct LibslangLocations(BTreeMap<String, Part>);

/// A resource, or bytes of a buffer.
#[derive(Debug)]
struct Part {
    /// Kind, space and number, in order; for bytes those of the buffer, unless it is the implicit one.
    places: Vec<(String, u64, u64)>,
    /// The offset of bytes.
    offset: Option<u64>,
    /// The enclosing arrays: the element count, and for bytes the stride.
    arrays: Vec<(u64, Option<u64>)>,
}

/// The sums on the path to a variable.
#[derive(Clone, Default)]
struct LocationContext {
    path: String,
    /// By kind.
    first: BTreeMap<String, u64>,
    /// By kind, within the enclosing block.
    spaces: BTreeMap<String, u64>,
    /// The space of the enclosing block.
    space: u64,
    /// The kinds of the innermost variable.
    kinds: Vec<String>,
    /// The enclosing buffer.
    buffer: Vec<(String, u64, u64)>,
    arrays: Vec<(u64, Option<u64>)>,
}

impl LibslangLocations {
    fn of(reflection: &Value) -> LibslangLocations {
        let mut seen = LibslangLocations::default();
        for parameter in reflection["parameters"].as_array().into_iter().flatten() {
            seen.variable(parameter, &LocationContext::default());
        }
        seen
    }

    fn variable(&mut self, variable: &Value, around: &LocationContext) {
        let mut way = around.clone();
        let name = variable["name"].as_str().unwrap_or_default();
        way.path = if way.path.is_empty() { name.to_owned() } else { format!("{}.{name}", way.path) };
        way.go(variable);
        self.inside(&variable["type"], way);
    }

    fn inside(&mut self, ty: &Value, mut way: LocationContext) {
        match ty["kind"].as_str().unwrap_or_default() {
            // An array of scalars is one item, with one offset.
            "array" if !way.has_bytes() || innermost(ty)["kind"] == "struct" => {
                way.path.push_str("[]");
                way.arrays.push((ty["elementCount"].as_u64().unwrap_or(0), ty["uniformStride"].as_u64()));
                self.inside(&ty["elementType"], way);
            }
            "struct" => ty["fields"].as_array().into_iter().flatten().for_each(|field| self.variable(field, &way)),
            kind @ ("constantBuffer" | "parameterBlock" | "textureBuffer") => {
                // The registers of a block in its own space start at zero.
                if let Some(space) = way.first.remove("subElementRegisterSpace").filter(|_| kind == "parameterBlock") {
                    way.space += space;
                    way.first.clear();
                    way.spaces.clear();
                }
                let mut container = way.clone();
                container.go(&ty["containerVarLayout"]);
                let buffer = container.places();
                if !buffer.is_empty() {
                    self.put(&container.path, Part { places: buffer.clone(), offset: None, arrays: way.arrays.clone() });
                }
                let mut element = LocationContext { buffer, kinds: Vec::new(), arrays: Vec::new(), ..way };
                element.go(&ty["elementVarLayout"]);
                let inside = &ty["elementVarLayout"]["type"];
                // The members of a `cbuffer`, whose struct has no name, are variables of the program.
                if inside["kind"] == "struct" && inside["name"].is_null() {
                    self.inside(inside, LocationContext { path: String::new(), ..element.clone() });
                }
                self.inside(inside, element);
            }
            _ => {
                if way.has_bytes() {
                    let offset = way.first.get("uniform").copied();
                    self.put(&way.path, Part { places: way.buffer, offset, arrays: way.arrays });
                } else {
                    let arrays = way.arrays.iter().map(|&(count, _)| (count, None)).collect();
                    self.put(&way.path, Part { places: way.places(), offset: None, arrays });
                }
            }
        }
    }

    /// A constant buffer of one scalar is a resource and bytes with one path.
    fn put(&mut self, path: &str, part: Part) {
        let key = if part.offset.is_some() { format!("bytes of {path}") } else { path.to_owned() };
        self.0.insert(key, part);
    }

    /// The differences from the map.
    fn disagrees(&self, path: &str, ours: &MappedPart) -> Option<String> {
        let key = if ours.offset.is_some() { format!("bytes of {path}") } else { path.to_owned() };
        // libslang lists the integers that contain bit-fields instead of the bit-fields.
        let around = key.rsplit_once('.').map_or("bytes of ", |(around, _)| around).to_owned();
        let contains = |key: &str, part: &Part| {
            let name = key.strip_prefix(&around).map(|rest| rest.trim_start_matches('.'));
            name.is_some_and(|name| name.starts_with("$bit_field_backing_")) && part.offset == ours.offset
        };
        let found = match ours.bits {
            Some(_) => self.0.iter().find(|(key, part)| contains(key, part)).map(|(_, part)| part),
            None => self.0.get(&key),
        };
        let Some(theirs) = found else { return Some(format!("{key} is not there")) };
        let mut places: Vec<(String, u64, u64)> = ours.places.iter().map(place).collect();
        places.sort();
        let has_place = !theirs.places.is_empty();
        let arrays: Vec<(u64, Option<u64>)> = ours.arrays.iter().map(|array| of_array(array, ours.offset.is_some())).collect();
        let same = theirs.offset == ours.offset && (!has_place || theirs.places == places) && theirs.arrays == arrays;
        (!same).then(|| format!("{key}: {theirs:?}, and not {places:?} at {:?} {arrays:?}", ours.offset))
    }
}

impl LocationContext {
    /// Adds the reflection of a variable.
    fn go(&mut self, variable: &Value) {
        let one = variable.get("binding").into_iter();
        let all: Vec<&Value> = one.chain(variable["bindings"].as_array().into_iter().flatten()).collect();
        self.kinds.clear();
        for binding in all {
            let kind = binding["kind"].as_str().unwrap_or_default();
            *self.first.entry(kind.to_owned()).or_default() += binding["index"].as_u64().or(binding["offset"].as_u64()).unwrap_or(0);
            *self.spaces.entry(kind.to_owned()).or_default() += binding["space"].as_u64().unwrap_or(0);
            self.kinds.push(kind.to_owned());
        }
    }

    fn has_bytes(&self) -> bool {
        self.kinds.iter().any(|kind| kind == "uniform")
    }

    fn places(&self) -> Vec<(String, u64, u64)> {
        let slots = self.kinds.iter().filter(|kind| !matches!(&***kind, "uniform" | "subElementRegisterSpace" | "registerSpace"));
        let mut places: Vec<_> = slots.map(|kind| (kind.clone(), self.space + self.spaces[kind], self.first[kind])).collect();
        places.sort();
        places
    }
}

fn innermost(mut ty: &Value) -> &Value {
    while ty["kind"] == "array" {
        ty = &ty["elementType"];
    }
    ty
}

fn of_array(array: &Array, bytes: bool) -> (u64, Option<u64>) {
    (array.count.finite().unwrap_or(0), Some(array.stride).filter(|_| bytes))
}

fn place(place: &BindingLocation) -> (String, u64, u64) {
    let kind = |kind: &str, space: u64, first: u64| (kind.to_owned(), space, first);
    match *place {
        BindingLocation::D3d { class: 'b', register, space } => kind("constantBuffer", space, register),
        BindingLocation::D3d { class: 't', register, space } => kind("shaderResource", space, register),
        BindingLocation::D3d { class: 'u', register, space } => kind("unorderedAccess", space, register),
        BindingLocation::D3d { register, space, .. } => kind("samplerState", space, register),
        BindingLocation::Vulkan { set, binding } => kind("descriptorTableSlot", set, binding),
        BindingLocation::WebGpu { group, binding } => kind("descriptorTableSlot", group, binding),
        BindingLocation::Constant { id } => kind("specializationConstant", 0, id),
        BindingLocation::Other { kind: other, index } => kind(other, 0, index),
        other => panic!("{other:?} occurs on no target that splits structs"),
    }
}
