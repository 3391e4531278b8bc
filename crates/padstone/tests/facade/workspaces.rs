//! A long-lived workspace returns the same results as a new one, and reads no more than necessary.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

use padstone::{Compiler, Content, Loader, Options, Workspace, compiler};

use crate::common::random::Random;

/// A loader that records requests.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<Shelved>>);

/// The texts by path, and the requested paths.
type Shelved = (BTreeMap<String, String>, Vec<String>);

impl Shelf {
    fn put(&self, path: &str, text: &str) {
        self.0.lock().unwrap().0.insert(path.to_owned(), text.to_owned());
    }

    /// The requests since the last call.
    fn requested(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap().1)
    }
}

impl Loader for Shelf {
    fn load(&self, path: &str) -> io::Result<Content> {
        let mut all = self.0.lock().unwrap();
        all.1.push(path.to_owned());
        all.0.get(path).map(|text| Content::from(text.as_str())).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

#[test]
fn unchanged_files_are_not_read_again() {
    let shelf = Shelf::default();
    shelf.put("sky.hlsl", "#include \"sun.hlsli\"\ncbuffer Sky { Sun sun; }");
    shelf.put("inc/sun.hlsli", "struct Sun { float3 to; };");
    let mut workspace = Workspace::with_loader(shelf.clone());
    let options = Options::from_args(["-I", "inc"]).unwrap();
    let size = |workspace: &Workspace| {
        let unit = workspace.unit("sky.hlsl", &options).unwrap();
        (unit.layout(&compiler::DXC).buffer("Sky").unwrap().size, unit)
    };
    let (bytes, first) = size(&workspace);
    assert_eq!((bytes, shelf.requested()), (12, ["sky.hlsl", "sun.hlsli", "inc/sun.hlsli"].map(str::to_owned).to_vec()));

    // The same unit is requested again, and after unrelated changes.
    workspace.set_file("moon.hlsl", "float4 light;");
    assert!(size(&workspace).1 == first);
    // The loader has another text, but no change was reported.
    shelf.put("inc/sun.hlsli", "struct Sun { float4 to[2]; };");
    assert!(size(&workspace).1 == first);
    assert_eq!(shelf.requested(), Vec::<String>::new());

    let before = workspace.clone();
    workspace.forget("inc/sun.hlsli");
    let (bytes, second) = size(&workspace);
    assert_eq!((bytes, second == first), (32, false));
    assert_eq!(shelf.requested(), ["inc/sun.hlsli"]);
    // A clone is a snapshot.
    assert_eq!(size(&before).0, 12);
    // A new file that precedes another in the search order replaces it.
    workspace.set_file("sun.hlsli", "struct Sun { float to; };");
    assert_eq!(size(&workspace).0, 4);
    workspace.forget("sun.hlsli");
    shelf.requested();
    assert!(size(&workspace).1 == second, "files that were read before are not read again");
    assert_eq!(shelf.requested(), ["sun.hlsli"]);
    // The old unit still has the same results.
    assert_eq!(first.layout(&compiler::DXC_SPIRV).buffer("Sky").unwrap().size, 12);
    let known: Vec<_> = first.dependencies().into_iter().map(|one| (one.path, one.found)).collect();
    assert_eq!(known, [("sky.hlsl".into(), true), ("sun.hlsli".into(), false), ("inc/sun.hlsli".into(), true)]);
}

/// The possible states of a file.
fn text(random: &mut Random, path: &str) -> String {
    let other = random.pick(&["a.hlsli", "b.hlsli", "inc/a.hlsli"]);
    let members = ["float x;", "float3 y;", "float2x2 z;", "float w[2];", "SHAPE s;", "/* 🌤 */ half h;"];
    let mut text = String::new();
    if random.chance(50) {
        text += &format!("#include \"{other}\"\n");
    }
    if random.chance(33) {
        text += random.pick::<&str>(&["#define SHAPE float4\n", "#define SHAPE int\n"]);
    }
    let body: String = (0..random.between(0, 3)).map(|_| *random.pick(&members)).collect();
    let name = path.replace(['/', '.'], "_");
    text + &format!(
        "#ifndef {name}\n#define {name}\nstruct S_{name} {{ {body} }};\ncbuffer B_{name} {{ {body} S_{name} inner; }}\n#endif\n"
    )
}

/// All results for a file.
fn answers(workspace: &Workspace, path: &str, options: &Options, by: &Compiler) -> String {
    let unit = workspace.unit(path, options).unwrap();
    let layouts = unit.layout(by);
    let buffers: Vec<_> = layouts.buffers().map(|buffer| (buffer.name.clone(), buffer.size, buffer.rows().collect::<Vec<_>>())).collect();
    let rows: Vec<String> = (buffers.iter())
        .flat_map(|(name, size, rows)| {
            std::iter::once(format!("{name} {size}")).chain(rows.iter().map(|row| match row {
                padstone::Row::Field(field) => format!("{} {} {:?} {:?}", field.path, field.offset, field.span(), field.reason()),
                padstone::Row::Padding(padding) => format!("{padding:?}"),
            }))
        })
        .collect();
    format!("{rows:#?} {:?} {:?} {:?}", layouts.diagnostics(), unit.missing(), unit.dependencies())
}

#[test]
fn answers_match_a_new_workspace() {
    let paths = ["a.hlsl", "a.hlsli", "b.hlsli", "inc/a.hlsli"];
    let options = [Options::default(), Options::from_args(["-I", "inc", "-DSHAPE=float2"]).unwrap()];
    let compilers = [&compiler::DXC, &compiler::DXC_SPIRV, &compiler::FXC];
    for seed in padstone_testing::seeds(4, 150) {
        let mut random = Random::new(seed);
        let (mut workspace, mut texts) = (Workspace::new(), BTreeMap::new());
        std::thread::scope(|scope| {
            for step in 0..60 {
                let path = *random.pick(&paths);
                match random.between(0, 4) {
                    0 | 1 => {
                        let text = text(&mut random, path);
                        workspace.set_file(path, text.clone());
                        texts.insert(path, text);
                    }
                    2 => {
                        workspace.forget(path);
                        texts.remove(path);
                    }
                    _ => {
                        let (options, by) = (random.pick(&options), *random.pick(&compilers));
                        let mut fresh = Workspace::new();
                        texts.iter().for_each(|(path, text)| fresh.set_file(path, text.clone()));
                        // A snapshot is used while the workspace changes.
                        let snapshot = workspace.clone();
                        scope.spawn(move || {
                            let expected = answers(&fresh, path, options, by);
                            assert_eq!(answers(&snapshot, path, options, by), expected, "seed {seed}, step {step}");
                        });
                    }
                }
            }
        });
    }
}

/// The command line cannot cause P1139: it rejects conflicting options first.
#[test]
fn a_default_profile_conflicts_with_the_stage_of_an_entry_point() {
    let mut workspace = Workspace::new();
    workspace.set_file("sky.slang", "[numthreads(1, 1, 1)] void main() {}");
    let codes = |options: &Options| {
        let unit = workspace.unit("sky.slang", options).unwrap();
        unit.diagnostics().iter().map(|found| found.code).collect::<Vec<_>>()
    };
    let entry = Options::from_args(["-entry", "main", "-stage", "compute"]).unwrap();
    let with_profile = |name: &str| Options::default().or(&Options::from_args(["-profile", name]).unwrap()).and(&entry).unwrap();
    assert_eq!(codes(&with_profile("ps_6_0")), ["P1139"]);
    assert!(codes(&with_profile("cs_6_0")).is_empty());
}

/// The bytes of a file show an encoding that the compilers of its language reject; text has none.
#[test]
fn the_encoding_of_bytes_is_checked() {
    let text = "struct S { a: f32 } @group(0) @binding(0) var<uniform> s: S;";
    let codes = |content: padstone::Content| {
        let mut workspace = Workspace::new();
        workspace.set_file("s.wgsl", content);
        let unit = workspace.unit("s.wgsl", &Options::default()).unwrap();
        unit.diagnostics().iter().map(|found| (found.code, found.severity)).collect::<Vec<_>>()
    };
    let utf16: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(codes(utf16.into()), [("P0100", padstone::Severity::Error)]);
    assert_eq!(codes([b"\xEF\xBB\xBF", text.as_bytes()].concat().into()), [("P0100", padstone::Severity::Warning)]);
    assert_eq!(codes(text.into()), []);
}
