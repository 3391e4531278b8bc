//! Hand-written tables: source texts with the offsets of their members.
//!
//! A case is an HLSL source, unless a line `-lang …` specifies another language, after lines of options if there are any; then for each
//! buffer `=> NAME SIZE: PATH OFFSET, …`. The size is `?` if it is not compared. `align N`, `size N`, `stride N` and `matrix N` (0 if it has
//! no stride) may follow an offset; `~> TEXT` is a required part of the LLVM types. Cases are
//! separated by an empty line, `# ` begins a comment.

use padstone_read::emit::llvm::{LlvmOptions, TypeForm};
use padstone_read::layout::{self, ModuleLayout, Profile};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, cfamily, emit};

use crate::properties::naive::Row;
use crate::properties::rows::{buffer, rows};

/// One source with its expected layouts.
pub(crate) struct Case {
    source: String,
    unit: Unit,
    buffers: Vec<Expected>,
    llvm: Vec<String>,
}

struct Expected {
    name: String,
    size: Option<u64>,
    members: Vec<Member>,
}

struct Member {
    path: String,
    offset: u128,
    align: Option<u128>,
    size: Option<u128>,
    /// 0 if it has none.
    stride: Option<u128>,
    /// The matrix stride; 0 if there is none.
    matrix: Option<u128>,
}

/// The tables with their profiles.
const TABLES: [(&[&str], &str); 27] = [
    (&["clang-22", "clang-22-cbuffer"], include_str!("tables/clang-22-cbuffer.txt")),
    (&["clang-22-spirv", "clang-22-spirv-cbuffer"], include_str!("tables/clang-22-spirv-cbuffer.txt")),
    (&["clang-22", "clang-22-structured"], include_str!("tables/clang-22-structured.txt")),
    (&["clang-22-structured"], include_str!("tables/packed.txt")),
    (&["clang-22", "clang-22-spirv"], include_str!("tables/shapes-of-clang-22.txt")),
    (&["documented"], include_str!("tables/documented.txt")),
    (&["documented", "documented-cbuffer", "fxc-cbuffer"], include_str!("tables/documented-cbuffer.txt")),
    (&["documented-structured"], include_str!("tables/documented-structured.txt")),
    (&["std430", "vk-relaxed-std430", "vk-dx-structured"], include_str!("tables/vulkan-enums.txt")),
    (&["vk-relaxed-std140"], include_str!("tables/vk-relaxed-std140.txt")),
    (&["vk-relaxed-std430"], include_str!("tables/vk-relaxed-std430.txt")),
    (&["vk-dx-cbuffer"], include_str!("tables/vk-dx-cbuffer.txt")),
    (&["vk-dx-structured", "scalar"], include_str!("tables/scalar.txt")),
    (SHAPED, include_str!("tables/shapes.txt")),
    (&["wgsl", "wgsl-2020", "naga"], include_str!("tables/wgsl-of-hlsl.txt")),
    (&["wgsl", "naga"], include_str!("tables/wgsl-empty.txt")),
    (&["wgsl-2020"], include_str!("tables/wgsl-2020-empty.txt")),
    (&["wgsl-2020"], include_str!("tables/wgsl-2020-of-glsl.txt")),
    (&["wgsl", "wgsl-2020", "naga"], include_str!("tables/verified.txt")),
    (&["wgsl-2020"], include_str!("tables/verified-of-today.txt")),
    (&["wgsl-2020", "scalar"], include_str!("tables/contiguous.txt")),
    (&["std430", "wgsl", "naga"], include_str!("tables/contiguous-of-others.txt")),
    (
        &["dx-structured", "vk-dx-structured", "vk-relaxed-std140", "vk-relaxed-std430", "wgsl", "naga"],
        include_str!("tables/padded-structs.txt"),
    ),
    (&["vk-relaxed-std140", "vk-relaxed-std430", "wgsl", "naga"], include_str!("tables/padded-arrays.txt")),
    (&["dx-cbuffer", "documented-cbuffer", "fxc-cbuffer"], include_str!("tables/attributes-of-registers.txt")),
    (OTHERS_THAN_WGSL, include_str!("tables/attributes.txt")),
    (ALIGNED_LIKE_MEMBERS, include_str!("tables/attributes-of-structs.txt")),
];

/// The profiles except those of clang 22, which writes matrices differently.
const SHAPED: &[&str] =
    &["dxc", "dxc-spirv", "dxc-spirv-dx", "dxc-spirv-gl", "dxc-spirv-scalar", "documented", "fxc", "wgsl", "wgsl-2020", "naga"];

/// The rule sets that align a struct like its members.
const ALIGNED_LIKE_MEMBERS: &[&str] = &[
    "clang-22-structured",
    "documented-structured",
    "dx-structured",
    "scalar",
    "std140",
    "std430",
    "vk-dx-cbuffer",
    "vk-dx-structured",
    "vk-relaxed-std140",
    "vk-relaxed-std430",
];

/// The rule sets of other languages.
const OTHERS_THAN_WGSL: &[&str] = &[
    "dx-cbuffer",
    "dx-structured",
    "std140",
    "std430",
    "scalar",
    "vk-relaxed-std140",
    "vk-relaxed-std430",
    "vk-dx-cbuffer",
    "vk-dx-structured",
    "clang-22-cbuffer",
    "clang-22-spirv-cbuffer",
    "clang-22-structured",
    "documented-cbuffer",
    "documented-structured",
    "fxc-cbuffer",
];

/// All cases for a profile.
pub(crate) fn cases(profile: &str) -> Vec<Case> {
    let tables = TABLES.iter().filter(|(profiles, _)| profiles.contains(&profile));
    tables.flat_map(|(_, text)| text.split("\n\n").filter_map(case)).collect()
}

impl Case {
    /// The differences from the table.
    pub(crate) fn differences(&self, profile: &'static Profile) -> Vec<String> {
        let layouts = self.unit.layout(profile);
        let mut differences = Vec::new();
        for Expected { name, size, members } in &self.buffers {
            let Some(layout) = buffer(&self.unit.module, &layouts, name) else {
                differences.push(format!("{name}: missing"));
                continue;
            };
            if let Some(size) = size.filter(|size| *size != layout.size.bytes()) {
                differences.push(format!("{name}: {size} bytes expected, {} found", layout.size));
            }
            let found = rows(&self.unit.module, &layouts, layout);
            for member in members {
                let row = found.iter().find(|row| row.path == member.path);
                if !row.is_some_and(|row| member.is(row)) {
                    differences.push(format!("{name}: {} expected at {}, found {row:?}", member.path, member.offset));
                }
            }
        }
        let text = self.llvm_types(&layouts);
        differences.extend(self.llvm.iter().filter(|line| !text.contains(*line)).map(|line| format!("`{line}` is not in\n{text}")));
        differences
    }

    fn llvm_types(&self, layouts: &ModuleLayout) -> String {
        if self.llvm.is_empty() {
            return String::new();
        }
        let options = LlvmOptions { form: TypeForm::Layout, ..LlvmOptions::default() };
        let mut text = Vec::new();
        emit::llvm::write(&mut text, &self.unit.module, layouts, &options).expect("writing to memory never fails");
        String::from_utf8(text).expect("LLVM's text is UTF-8")
    }
}

impl Member {
    fn is(&self, row: &Row) -> bool {
        row.offset == self.offset
            && self.align.is_none_or(|align| row.align == Some(align))
            && self.size.is_none_or(|size| row.size == Some(size))
            && self.stride.is_none_or(|stride| row.stride.unwrap_or(0) == stride)
            && self.matrix.is_none_or(|stride| row.matrix_stride.unwrap_or(0) == stride)
    }
}

fn case(text: &str) -> Option<Case> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("# ")).collect();
    let native_16bit = lines.contains(&"-enable-16bit-types");
    let is_source = |line: &&&str| !["-", "=>", "~>"].iter().any(|mark| line.starts_with(mark));
    let source: String = lines.iter().filter(is_source).map(|line| format!("{line}\n")).collect();
    let buffers: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("=> ")).map(expected).collect();
    if buffers.is_empty() {
        assert!(source.trim().is_empty(), "no expected layout for {source}");
        return None;
    }
    let llvm = lines.iter().filter_map(|line| line.strip_prefix("~> ")).map(str::to_owned).collect();
    let hlsl = cfamily::Options { native_16bit, ..cfamily::Options::default() };
    let language = match lines.iter().find_map(|line| line.strip_prefix("-lang ")) {
        None => Language::Hlsl,
        Some("wgsl") => Language::Wgsl,
        Some("wgsl-2020") => Language::Wgsl2020,
        Some("glsl") => Language::Glsl,
        Some(other) => panic!("unknown language {other}"),
    };
    let options = Options { language, hlsl, ..Options::default() };
    let unit = Unit::read("table", source.as_str().into(), &MemoryLoader::default(), &options);
    Some(Case { source, unit, buffers, llvm })
}

/// `C 16: a 0, b 8 align 8`
fn expected(line: &str) -> Expected {
    let (head, members) = line.split_once(": ").expect("NAME SIZE: MEMBERS");
    let (name, size) = head.split_once(' ').expect("NAME SIZE");
    let members = members.split(", ").map(|member| {
        let words: Vec<&str> = member.split(' ').collect();
        let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("`{word}` is not a number, in `{line}`"));
        let after = |key: &str| words.iter().position(|word| *word == key).map(|index| number(words[index + 1]));
        Member {
            path: words[0].to_owned(),
            offset: number(words[1]),
            align: after("align"),
            size: after("size"),
            stride: after("stride"),
            matrix: after("matrix"),
        }
    });
    Expected { name: name.to_owned(), size: size.parse().ok(), members: members.collect() }
}

#[test]
fn handwritten_tables_match() {
    for profile in TABLES.iter().flat_map(|(profiles, _)| *profiles) {
        let found = layout::find(profile).expect("a profile");
        for case in cases(profile) {
            let differences = case.differences(found);
            assert!(differences.is_empty(), "under {profile}:\n{}{}", case.source, differences.join("\n"));
        }
    }
}
