//! Generates HLSL: files of cbuffers, each different, and the same in every run.

use std::fmt::Write;

use crate::common::random::Random;

/// The purpose of the generated files.
#[derive(Clone, Copy)]
pub(crate) struct Domain {
    /// Types of 16 bits (`-enable-16bit-types`).
    pub(crate) native_16bit: bool,
    /// The compiler that must accept it.
    pub(crate) dialect: Dialect,
}

/// The HLSL features that may occur.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// The features that clang 22 supports without crashing: all but majorness, minimum precision, and arrays of structs with
    /// omitted members.
    Clang,
    /// All features that DXC supports, including majorness and minimum precision, except for types without bytes, which compilers treat
    /// differently.
    Dxc,
}

/// A file of `buffers` cbuffers and tbuffers, and global constants.
pub(crate) fn generate(random: &mut Random, domain: Domain, buffers: usize) -> String {
    let mut generator = Generator { random, domain, text: PROLOGUE.to_owned(), names: 0, structs: Vec::new() };
    let mut next_register = 0;
    for _ in 0..buffers {
        for _ in 0..generator.random.between(0, 2) {
            generator.declare_struct();
        }
        if generator.random.chance(20) {
            generator.loose_constant(&mut next_register);
        }
        generator.buffer();
    }
    generator.text
}

/// Spellings of an array size without the number itself.
const PROLOGUE: &str = "#define THREE 3\nstatic const int two = 2;\nenum Counts { four = 4 };\nenum class Wide : uint64_t { none };\n\
    template<typename T> struct Pair { T first; T second; };\ntemplate<typename T, int N> struct Row { T items[N]; float last; };\n";

/// Array sizes and their values.
const COUNTS: &[(&str, u64)] =
    &[("1", 1), ("2", 2), ("3", 3), ("5", 5), ("THREE", 3), ("two", 2), ("four", 4), ("two * 2 - 1", 3), ("sizeof(float2) / 4", 2)];

/// The maximum size of a member, so that no buffer exceeds the 64 KiB of D3D.
const MAX_ROWS: u64 = 256;

/// The type of a member.
struct Member {
    /// The text before the name: `vector<float, 3>`.
    ty: String,
    /// The text after the name: `[2][three]`, ` : 5`.
    suffix: String,
    /// The maximum number of 16-byte registers under any rules.
    rows: u64,
    /// Whether no part of it is omitted in a cbuffer.
    full: bool,
}

/// A declared struct.
struct Struct {
    name: String,
    rows: u64,
    full: bool,
    has_bytes: bool,
}

struct Generator<'r> {
    random: &'r mut Random,
    domain: Domain,
    text: String,
    names: usize,
    structs: Vec<Struct>,
}

impl Generator<'_> {
    fn buffer(&mut self) {
        let namespace = self.random.chance(10).then(|| self.name("Space"));
        if let Some(namespace) = &namespace {
            self.line(&format!("namespace {namespace} {{"));
        }
        let keyword = if self.random.chance(15) { "tbuffer" } else { "cbuffer" };
        let register = match (keyword, self.random.chance(20)) {
            ("cbuffer", true) => format!(" : register(b{})", self.random.between(0, 13)),
            ("tbuffer", true) => format!(" : register(t{}, space1)", self.random.between(0, 127)),
            _ => String::new(),
        };
        let name = self.name("Buffer");
        self.line(&format!("{keyword} {name}{register} {{"));
        if self.random.chance(25) {
            self.placed_members();
        } else {
            for _ in 0..self.random.between(1, 8) {
                let member = self.buffer_member();
                let name = self.name("m");
                self.line(&format!("  {} {name}{};", member.ty, member.suffix));
            }
        }
        self.line("}");
        if namespace.is_some() {
            self.line("}");
        }
    }

    /// Members with packoffset: disjoint ranges in ascending order, written in any order.
    fn placed_members(&mut self) {
        let mut lines = Vec::new();
        let mut row = self.random.between(0, 3);
        for _ in 0..self.random.between(1, 5) {
            if self.random.chance(40) {
                self.shared_row(row, &mut lines);
                row += 1;
            } else {
                let member = self.buffer_member();
                let name = self.name("m");
                lines.push(format!("  {} {name}{} : packoffset(c{row});", member.ty, member.suffix));
                row += member.rows.max(1);
            }
            row += self.random.between(0, 2);
        }
        if self.random.chance(15) {
            let member = self.buffer_member();
            let name = self.name("m");
            lines.push(format!("  {} {name}{};", member.ty, member.suffix));
        }
        self.random.shuffle(&mut lines);
        lines.iter().for_each(|line| self.line(line));
    }

    /// Several scalars and vectors of four-byte components in one register.
    fn shared_row(&mut self, row: u64, lines: &mut Vec<String>) {
        let mut component = self.random.between(0, 2);
        while component < 4 {
            // clang 22 treats a vector of three as one of four.
            let most = (4 - component).min(if component == 0 { 4 } else { 2 });
            let width = self.random.between(1, most);
            let scalar = *self.random.pick(&["float", "int", "uint", "bool"]);
            let letter = ["x", "y", "z", "w"][component as usize];
            let name = self.name("m");
            let width_text = if width == 1 { String::new() } else { width.to_string() };
            lines.push(format!("  {scalar}{width_text} {name} : packoffset(c{row}.{letter});"));
            component += width + self.random.between(0, 1);
        }
    }

    /// A member of `$Globals`. With a register, it is neither a matrix nor an enum, which clang 22 rejects. A struct of
    /// which all members are omitted crashes clang 22 here.
    fn loose_constant(&mut self, next_register: &mut u64) {
        let name = self.name("g");
        let (member, register) = if self.random.chance(30) {
            let width = self.random.between(1, 4);
            let vector = self.vector(width);
            let member = self.array(vector, 2);
            let register = *next_register + self.random.between(0, 2);
            *next_register = register + member.rows;
            (member, format!(" : register(c{register})"))
        } else {
            let member = self.plain_member(2);
            (if member.full { member } else { self.vector(4) }, String::new())
        };
        self.line(&format!("{} {name}{}{register};", member.ty, member.suffix));
    }

    fn declare_struct(&mut self) {
        let namespace = self.random.chance(10).then(|| self.name("Space"));
        let name = self.name("S");
        let base = if self.random.chance(15) { self.any_struct() } else { None };
        // One register for its tail padding.
        let (mut rows, mut full, mut has_bytes) = base.map_or((1, true, false), |base| (base.rows + 1, base.full, base.has_bytes));
        let base = base.map_or(String::new(), |base| format!(" : {}", base.name));
        let mut body = String::new();
        let least = if self.domain.dialect == Dialect::Clang { 0 } else { 1 };
        for _ in 0..self.random.between(least, 6) {
            let member = self.struct_member();
            let name = self.name("f");
            writeln!(body, "  {} {name}{};", member.ty, member.suffix).expect("text can be written");
            rows += member.rows;
            full &= member.full;
            has_bytes |= member.rows > 0;
        }
        if self.random.chance(10) {
            body.push_str("  static float shared;\n  float method() { return 1.0; }\n");
        }
        let declaration = format!("struct {name}{base} {{\n{body}}};");
        let name = match namespace {
            Some(namespace) => {
                self.line(&format!("namespace {namespace} {{ {declaration} }}"));
                format!("{namespace}::{name}")
            }
            None => {
                self.line(&declaration);
                name
            }
        };
        self.structs.push(Struct { name, rows, full: full && has_bytes, has_bytes });
    }

    fn buffer_member(&mut self) -> Member {
        match self.random.between(0, 99) {
            0..=2 if self.domain.dialect == Dialect::Clang => self.nothing(),
            3..=6 => self.anonymous_struct(),
            _ => self.plain_member(3),
        }
    }

    fn struct_member(&mut self) -> Member {
        match self.random.between(0, 99) {
            0..=4 if self.domain.dialect == Dialect::Clang => self.nothing(),
            5..=8 => self.anonymous_struct(),
            9..=14 => self.bitfield(),
            _ => self.plain_member(2),
        }
    }

    /// A value, a struct or an array of those.
    fn plain_member(&mut self, most_dimensions: u64) -> Member {
        let element = self.element();
        self.array(element, most_dimensions)
    }

    /// An array of that element with up to `most_dimensions` dimensions, or the element itself.
    fn array(&mut self, mut member: Member, most_dimensions: u64) -> Member {
        let dimensions = if member.full && self.random.chance(30) { self.random.between(1, most_dimensions) } else { 0 };
        for _ in 0..dimensions {
            let (text, count) = *self.random.pick(COUNTS);
            if member.rows * count <= MAX_ROWS {
                write!(member.suffix, "[{text}]").expect("text can be written");
                member.rows *= count;
            }
        }
        member
    }

    fn element(&mut self) -> Member {
        match self.random.between(0, 99) {
            0..=29 => self.vector(1),
            30..=59 => {
                let width = self.random.between(1, 4);
                self.vector(width)
            }
            60..=71 => self.matrix(),
            72..=89 => match self.any_struct() {
                Some(Struct { name, rows, full, .. }) => Member { ty: name.clone(), suffix: String::new(), rows: *rows, full: *full },
                None => self.vector(4),
            },
            90..=92 => self.instance(),
            93 => Member { ty: "Counts".into(), suffix: String::new(), rows: 1, full: true },
            94 => Member { ty: "Wide".into(), suffix: String::new(), rows: 1, full: true },
            _ => self.vector(3),
        }
    }

    /// A scalar or a vector; `float1` is not `float`.
    fn vector(&mut self, width: u64) -> Member {
        let (scalar, bytes) = self.scalar();
        let ty = match (width, self.random.between(0, 4)) {
            (1, 1..=4) => scalar.to_owned(),
            (_, 0) => format!("vector<{scalar}, {width}>"),
            _ => format!("{scalar}{width}"),
        };
        // clang aligns four doubles, and for SPIR-V three, to 32 bytes; for SPIR-V it counts a vector of three as one
        // of four in its container, without reserving the bytes: one more register.
        let rows = (bytes * width).div_ceil(16) + u64::from(bytes * width > 16 || width == 3);
        Member { ty, suffix: String::new(), rows, full: true }
    }

    fn matrix(&mut self) -> Member {
        let (scalar, bytes) = self.scalar();
        let (rows, columns) = (self.random.between(1, 4), self.random.between(1, 4));
        let major = match (self.domain.dialect, self.random.between(0, 4)) {
            (Dialect::Dxc, 0) => "row_major ",
            (Dialect::Dxc, 1) => "column_major ",
            _ => "",
        };
        let shape =
            if self.random.chance(25) { format!("matrix<{scalar}, {rows}, {columns}>") } else { format!("{scalar}{rows}x{columns}") };
        let vector_rows = (4 * bytes).div_ceil(16);
        Member { ty: format!("{major}{shape}"), suffix: String::new(), rows: rows.max(columns) * vector_rows, full: true }
    }

    /// An instance of a template.
    fn instance(&mut self) -> Member {
        let width = self.random.between(2, 4);
        let mut item = self.vector(width);
        if !self.domain.native_16bit {
            // Without 16-bit types, `half` is `float`. clang distinguishes them, as two instances that look the same.
            item.ty = item.ty.replace("half", "float");
        }
        let (ty, rows) = match self.random.between(0, 2) {
            0 => (format!("Pair<{}>", item.ty), 2 * item.rows),
            1 => (format!("Pair<Pair<{}> >", item.ty), 4 * item.rows),
            _ => (format!("Row<{}, 3>", item.ty), 3 * item.rows + 1),
        };
        Member { ty, suffix: String::new(), rows, full: true }
    }

    fn anonymous_struct(&mut self) -> Member {
        let mut text = String::from("struct { ");
        let mut rows = 0;
        for _ in 0..self.random.between(1, 3) {
            let width = self.random.between(1, 4);
            let member = self.vector(width);
            let name = self.name("f");
            write!(text, "{} {name}; ", member.ty).expect("text can be written");
            rows += member.rows;
        }
        Member { ty: format!("{text}}}"), suffix: String::new(), rows, full: true }
    }

    fn bitfield(&mut self) -> Member {
        let (ty, most) = *self.random.pick(&[("uint", 32), ("int", 32), ("uint64_t", 64)]);
        let width = self.random.between(1, most);
        Member { ty: ty.into(), suffix: format!(" : {width}"), rows: 1, full: true }
    }

    /// Members that clang omits from a cbuffer.
    fn nothing(&mut self) -> Member {
        let (ty, suffix) = *self.random.pick(&[("RWBuffer<float>", ""), ("float", "[0]"), ("uint2", "[0]")]);
        Member { ty: ty.into(), suffix: suffix.into(), rows: 0, full: false }
    }

    fn scalar(&mut self) -> (&'static str, u64) {
        let sixteen = if self.domain.native_16bit { 2 } else { 4 };
        match self.random.between(0, 99) {
            0..=34 => ("float", 4),
            35..=49 => *self.random.pick(&[("int", 4), ("uint", 4)]),
            50..=59 => ("bool", 4),
            60..=71 => ("double", 8),
            72..=79 => *self.random.pick(&[("int64_t", 8), ("uint64_t", 8)]),
            80..=89 if self.domain.native_16bit => *self.random.pick(&[("int16_t", 2), ("uint16_t", 2), ("float16_t", 2)]),
            90..=94 if self.domain.dialect == Dialect::Dxc => *self.random.pick(&[("min16float", 4), ("min16int", 4), ("min16uint", 4)]),
            _ => ("half", sixteen),
        }
    }

    /// A declared struct, preferably a late one; `None` if it is large.
    fn any_struct(&mut self) -> Option<&Struct> {
        let latest = self.structs.len().checked_sub(1)? as u64;
        let back = self.random.between(0, latest.min(5));
        self.structs.get((latest - back) as usize).filter(|known| known.rows <= MAX_ROWS)
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}
