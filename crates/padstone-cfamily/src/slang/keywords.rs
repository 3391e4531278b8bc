//! The keywords, modifiers, contextual keywords, and built-in names of Slang. None is reserved: the meaning of a name depends on its
//! position and on what the program declares.

mod builtins;
mod interfaces;
mod others;
mod signatures;
mod textures;
mod values;

use padstone_source::{Interner, Symbol};

pub(super) use builtins::{Builtin, ElementArgument};
pub(super) use interfaces::{ATOMICS, Cooperative, DIFFERENTIABLE, FRACTIONS, Implementers, LAYOUTS, Optionals, Sequences, TEXELS};
pub(super) use signatures::SignatureType;
pub(super) use values::{case, in_linear_algebra};

/// A keyword that begins a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keyword {
    Associated,
    AttributeSyntax,
    CBuffer,
    Constraint,
    Enum,
    Exported,
    Extension,
    Func,
    Generic,
    Implementing,
    Import,
    Include,
    Init,
    Interface,
    Let,
    Module,
    Namespace,
    Property,
    Struct,
    Subscript,
    TBuffer,
    TypeAlias,
    TypeParam,
    Typedef,
    Using,
    Var,
}

const KEYWORDS: &[(&str, Keyword)] = &[
    ("associatedtype", Keyword::Associated),
    ("attribute_syntax", Keyword::AttributeSyntax),
    ("cbuffer", Keyword::CBuffer),
    ("__constraint", Keyword::Constraint),
    ("enum", Keyword::Enum),
    ("__exported", Keyword::Exported),
    ("extension", Keyword::Extension),
    ("__extension", Keyword::Extension),
    ("func", Keyword::Func),
    ("__generic", Keyword::Generic),
    ("implementing", Keyword::Implementing),
    ("import", Keyword::Import),
    ("__import", Keyword::Import),
    ("__include", Keyword::Include),
    ("__init", Keyword::Init),
    ("interface", Keyword::Interface),
    ("let", Keyword::Let),
    ("module", Keyword::Module),
    ("namespace", Keyword::Namespace),
    ("property", Keyword::Property),
    ("struct", Keyword::Struct),
    ("class", Keyword::Struct),
    ("__subscript", Keyword::Subscript),
    ("tbuffer", Keyword::TBuffer),
    ("typealias", Keyword::TypeAlias),
    ("type_param", Keyword::TypeParam),
    ("typedef", Keyword::Typedef),
    ("using", Keyword::Using),
    ("var", Keyword::Var),
];

/// A modifier of a declaration or type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Modifier {
    Static,
    Const,
    GroupShared,
    Uniform,
    In,
    Out,
    InOut,
    RowMajor,
    ColumnMajor,
    Public,
    Internal,
    Private,
    Extern,
    Linear,
    Centroid,
    NoPerspective,
    NoInterpolation,
    Sample,
    PerVertex,
    Shared,
    /// `each T`: any number of types.
    Each,
    /// `vertices`, `primitives`: outputs of a mesh shader.
    MeshOutput,
    /// `indices`: the index output of a mesh shader.
    MeshIndices,
    /// `unorm`, `snorm`: normalized integers.
    Normalized,
    /// `no_diff`: excluded from differentiation.
    NoDiff,
    /// `__global`: a variable of the shader rather than a parameter.
    Global,
    /// `__prefix`, `__postfix`: distinguish operators with the same spelling.
    Prefix,
    Postfix,
    /// Keywords that affect neither layout nor binding.
    Neutral,
    /// Keywords that affect neither layout nor binding, with arguments in parentheses: target-specific definitions of functions.
    NeutralWithArguments,
}

const MODIFIERS: &[(&str, Modifier)] = &[
    ("static", Modifier::Static),
    ("const", Modifier::Const),
    ("groupshared", Modifier::GroupShared),
    ("uniform", Modifier::Uniform),
    ("in", Modifier::In),
    ("out", Modifier::Out),
    ("inout", Modifier::InOut),
    ("__ref", Modifier::InOut),
    ("row_major", Modifier::RowMajor),
    ("column_major", Modifier::ColumnMajor),
    ("public", Modifier::Public),
    ("internal", Modifier::Internal),
    ("private", Modifier::Private),
    ("extern", Modifier::Extern),
    ("linear", Modifier::Linear),
    ("centroid", Modifier::Centroid),
    ("noperspective", Modifier::NoPerspective),
    ("nointerpolation", Modifier::NoInterpolation),
    ("sample", Modifier::Sample),
    ("pervertex", Modifier::PerVertex),
    ("each", Modifier::Each),
    ("volatile", Modifier::Neutral),
    ("inline", Modifier::Neutral),
    ("export", Modifier::Neutral),
    ("precise", Modifier::Neutral),
    ("shared", Modifier::Shared),
    ("unorm", Modifier::Normalized),
    ("snorm", Modifier::Normalized),
    ("globallycoherent", Modifier::Neutral),
    ("coherent", Modifier::Neutral),
    ("constexpr", Modifier::Neutral),
    ("override", Modifier::Neutral),
    ("triangle", Modifier::Neutral),
    ("triangleadj", Modifier::Neutral),
    ("line", Modifier::Neutral),
    ("lineadj", Modifier::Neutral),
    ("point", Modifier::Neutral),
    ("payload", Modifier::Neutral),
    ("vertices", Modifier::MeshOutput),
    ("indices", Modifier::MeshIndices),
    ("primitives", Modifier::MeshOutput),
    ("dyn", Modifier::Neutral),
    ("no_diff", Modifier::NoDiff),
    ("__constref", Modifier::Neutral),
    ("readonly", Modifier::Neutral),
    ("writeonly", Modifier::Neutral),
    ("restrict", Modifier::Neutral),
    ("lowp", Modifier::Neutral),
    ("mediump", Modifier::Neutral),
    ("highp", Modifier::Neutral),
    ("hitAttributeEXT", Modifier::Neutral),
    ("__global", Modifier::Global),
    ("__prefix", Modifier::Prefix),
    ("__postfix", Modifier::Postfix),
    ("__extern_cpp", Modifier::Neutral),
    ("__builtin", Modifier::Neutral),
    ("__intrinsic_op", Modifier::NeutralWithArguments),
    ("__target_intrinsic", Modifier::NeutralWithArguments),
    ("__specialized_for_target", Modifier::NeutralWithArguments),
    ("__glsl_extension", Modifier::NeutralWithArguments),
    ("__glsl_version", Modifier::NeutralWithArguments),
    ("__spirv_version", Modifier::NeutralWithArguments),
    ("__wgsl_extension", Modifier::NeutralWithArguments),
    ("__cuda_sm_version", Modifier::NeutralWithArguments),
    ("__builtin_requirement", Modifier::NeutralWithArguments),
    ("__implicit_conversion", Modifier::NeutralWithArguments),
    ("__intrinsic_type", Modifier::NeutralWithArguments),
    ("__attributeTarget", Modifier::NeutralWithArguments),
];

/// A keyword with a meaning only inside a declaration or an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ContextualKeyword {
    Each,
    Expand,
    False,
    FuncType,
    IntrinsicAsm,
    Layout,
    Operator,
    PackBranch,
    PackPart(PackPart),
    SpirvAsm,
    Throws,
    True,
}

/// The part of a pack that `__first`, `__last`, `__trimFirst` or `__trimLast` selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PackPart {
    First,
    Last,
    /// All but the first.
    WithoutFirst,
    /// All but the last.
    WithoutLast,
}

const CONTEXTUAL_KEYWORDS: &[(&str, ContextualKeyword)] = &[
    ("__first", ContextualKeyword::PackPart(PackPart::First)),
    ("__last", ContextualKeyword::PackPart(PackPart::Last)),
    ("__trimFirst", ContextualKeyword::PackPart(PackPart::WithoutFirst)),
    ("__trimLast", ContextualKeyword::PackPart(PackPart::WithoutLast)),
    ("__packBranch", ContextualKeyword::PackBranch),
    ("__intrinsic_asm", ContextualKeyword::IntrinsicAsm),
    ("each", ContextualKeyword::Each),
    ("expand", ContextualKeyword::Expand),
    ("false", ContextualKeyword::False),
    ("functype", ContextualKeyword::FuncType),
    ("layout", ContextualKeyword::Layout),
    ("operator", ContextualKeyword::Operator),
    ("spirv_asm", ContextualKeyword::SpirvAsm),
    ("throws", ContextualKeyword::Throws),
    ("true", ContextualKeyword::True),
];

/// The names of the language, by symbol index: they are interned before the program is read, so the tables are short.
pub(super) struct Keywords {
    written: Vec<WordRoles>,
    builtins: Vec<Option<Builtin>>,
}

/// The possible meanings of a name, depending on its position in the source.
#[derive(Clone, Copy, Default)]
struct WordRoles {
    keyword: Option<Keyword>,
    modifier: Option<Modifier>,
    contextual_keyword: Option<ContextualKeyword>,
    /// Whether it is a name of the language, but not a type with a layout in padstone.
    other: bool,
}

impl Keywords {
    pub(super) fn intern(names: &mut Interner) -> Keywords {
        let mut words = Keywords { written: Vec::new(), builtins: Vec::new() };
        for &(name, keyword) in KEYWORDS {
            at(&mut words.written, names.intern(name)).keyword = Some(keyword);
        }
        for &(name, modifier) in MODIFIERS {
            at(&mut words.written, names.intern(name)).modifier = Some(modifier);
        }
        for &(name, contextual_keyword) in CONTEXTUAL_KEYWORDS {
            at(&mut words.written, names.intern(name)).contextual_keyword = Some(contextual_keyword);
        }
        let mut add = |name: &str, builtin| *at(&mut words.builtins, names.intern(name)) = Some(builtin);
        builtins::for_each_builtin(&mut add);
        textures::for_each_texture(&mut add);
        values::for_each_value(&mut add);
        for name in others::names() {
            at(&mut words.written, names.intern(name)).other = true;
        }
        words
    }

    /// Whether a name is neither a keyword nor a modifier: most names in a program are not.
    pub(super) fn is_plain(&self, symbol: Symbol) -> bool {
        let is_plain = |word: &WordRoles| matches!(word, WordRoles { keyword: None, modifier: None, contextual_keyword: None, .. });
        self.written.get(symbol.index()).is_none_or(is_plain)
    }

    pub(super) fn keyword(&self, symbol: Symbol) -> Option<Keyword> {
        self.written.get(symbol.index())?.keyword
    }

    pub(super) fn modifier(&self, symbol: Symbol) -> Option<Modifier> {
        self.written.get(symbol.index())?.modifier
    }

    pub(super) fn contextual_keyword(&self, symbol: Symbol) -> Option<ContextualKeyword> {
        self.written.get(symbol.index())?.contextual_keyword
    }

    /// Whether the language declares this name, but not as a type with a layout in padstone.
    pub(super) fn is_other_builtin(&self, symbol: Symbol) -> bool {
        self.written.get(symbol.index()).is_some_and(|written| written.other)
    }

    pub(super) fn builtin(&self, symbol: Symbol) -> Option<Builtin> {
        *self.builtins.get(symbol.index())?
    }
}

/// The entry of a symbol in a table.
fn at<T: Clone + Default>(table: &mut Vec<T>, symbol: Symbol) -> &mut T {
    let index = symbol.index();
    if table.len() <= index {
        table.resize(index + 1, T::default());
    }
    &mut table[index]
}
