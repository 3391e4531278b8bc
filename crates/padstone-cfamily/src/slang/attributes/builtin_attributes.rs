//! The attributes of the language, in one table: which declarations each is allowed on, and which arguments it takes, measured with libslang
//! 2026.12 on each kind of declaration and with each kind of argument. An attribute that is neither in the table nor declared by the source
//! has no effect and is not an error. `vk::binding` is one name, `vk_binding`, as in libslang.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::super::keywords::{Keyword, Modifier};
use super::super::resolve::Resolver;
use super::super::tree::{DeclId, DeclKind};

/// An attribute of the language.
pub(super) struct BuiltinAttribute {
    pub(super) name: &'static str,
    pub(super) on: DeclKinds,
    /// The required arguments.
    pub(super) required: &'static [ArgumentKind],
    /// The optional arguments after them.
    pub(super) optional: &'static [ArgumentKind],
    pub(super) more: ExtraArguments,
}

/// The kind of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArgumentKind {
    /// An integer that is a compile-time constant.
    Constant,
    /// A compile-time constant within limits.
    Within(i128, i128),
    /// The number of threads in one dimension: may be a link-time or specialization constant.
    Threads,
    /// The number of lanes of a wave: may be a link-time constant.
    Lanes,
    /// An integer literal.
    Integer,
    /// A number literal.
    Number,
    /// A string.
    Text,
    /// The name of an image format, as a string.
    Format,
    /// The name of a stage, as a string.
    Stage,
    /// The name of a patch-constant function, as a string.
    PatchFunction,
    /// 32 hexadecimal digits, as a string.
    Guid,
    /// The name of a capability.
    Capability,
    /// The name of a function.
    Function,
    /// The declarations that a user-defined attribute is allowed on.
    Targets,
    /// Any argument: it is not checked.
    Anything,
}

/// The treatment of arguments beyond those in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExtraArguments {
    /// Further arguments are errors.
    Rejected,
    /// Further arguments are ignored.
    Ignored,
    /// Further arguments leave the attribute without effect, and no argument is checked.
    Void,
    /// Each must have the kind of the last one.
    Same,
}

/// A set of kinds of declarations.
pub(super) type DeclKinds = u16;

pub(super) const VARIABLES: DeclKinds = 1;
pub(super) const FIELDS: DeclKinds = 1 << 1;
pub(super) const PARAMETERS: DeclKinds = 1 << 2;
pub(super) const FUNCTIONS: DeclKinds = 1 << 3;
const INITIALIZERS: DeclKinds = 1 << 4;
pub(super) const STRUCTS: DeclKinds = 1 << 5;
const CLASSES: DeclKinds = 1 << 6;
const ENUMS: DeclKinds = 1 << 7;
const INTERFACES: DeclKinds = 1 << 8;
/// `associatedtype`, `type_param`.
const OPEN_TYPES: DeclKinds = 1 << 9;
/// `cbuffer`, `tbuffer`.
pub(super) const BUFFERS: DeclKinds = 1 << 10;
/// Properties, subscripts, aliases, extensions, namespaces, bit-fields.
const OTHERS: DeclKinds = 1 << 11;
/// Combined with the kind of a variable that is `static`.
pub(super) const STATIC: DeclKinds = 1 << 12;

const ANYTHING: DeclKinds = DeclKinds::MAX;
/// Declarations whose values the host can set (E31219).
const HOST_VALUES: DeclKinds = VARIABLES | FIELDS | PARAMETERS | BUFFERS;
const VALUES: DeclKinds = HOST_VALUES | STATIC;
const MEMBERS: DeclKinds = FIELDS | STATIC;
const CALLABLES: DeclKinds = FUNCTIONS | INITIALIZERS;
const TYPES: DeclKinds = STRUCTS | CLASSES | ENUMS | INTERFACES | OPEN_TYPES;
/// Statements in bodies, and what precedes `module`.
const NO_DECLARATION: DeclKinds = 0;

const DECLARATION_NOUNS: &[(DeclKinds, &str)] = &[
    (VARIABLES, "variables"),
    (FIELDS, "members"),
    (PARAMETERS, "parameters"),
    (BUFFERS, "buffers"),
    (FUNCTIONS, "functions"),
    (INITIALIZERS, "initializers"),
    (STRUCTS, "structs"),
    (CLASSES, "classes"),
    (ENUMS, "enums"),
    (INTERFACES, "interfaces"),
    (OPEN_TYPES, "associated types"),
];

impl BuiltinAttribute {
    /// Whether the attribute is allowed on a kind of declaration.
    pub(super) fn is_allowed_on(&self, kinds: DeclKinds) -> bool {
        self.on & kinds & !STATIC != 0 && (self.on & STATIC != 0 || kinds & STATIC == 0)
    }

    /// The help that lists the declarations it is allowed on.
    pub(super) fn allowed_on(&self) -> String {
        let words: Vec<&str> = DECLARATION_NOUNS.iter().filter(|(kinds, _)| self.on & kinds != 0).map(|&(_, word)| word).collect();
        if words.is_empty() {
            "remove it: it is not allowed on any declaration".to_owned()
        } else {
            format!("use it only on {}", words.join(", "))
        }
    }

    /// The kind of its argument at a position; `None` after those that are checked.
    pub(super) fn argument_kind(&self, position: usize) -> Option<ArgumentKind> {
        let named = self.required.iter().chain(self.optional).copied();
        match self.more {
            ExtraArguments::Same => named.clone().nth(position).or(named.last()),
            _ => named.clone().nth(position),
        }
    }

    /// The maximum number of arguments with which it is effective.
    pub(super) fn most_arguments(&self) -> usize {
        if self.more == ExtraArguments::Same { usize::MAX } else { self.required.len() + self.optional.len() }
    }
}

/// The built-in attribute with this name.
pub(super) fn find(name: &str) -> Option<&'static BuiltinAttribute> {
    static NAMES: LazyLock<FxHashMap<&str, &BuiltinAttribute>> =
        LazyLock::new(|| BUILTIN_ATTRIBUTES.iter().map(|known| (known.name, known)).collect());
    NAMES.get(name).copied()
}

const fn row(
    name: &'static str,
    on: DeclKinds,
    required: &'static [ArgumentKind],
    optional: &'static [ArgumentKind],
    more: ExtraArguments,
) -> BuiltinAttribute {
    BuiltinAttribute { name, on, required, optional, more }
}

use ArgumentKind::{
    Anything, Capability, Constant, Format, Function, Guid, Integer, Lanes, Number, PatchFunction, Stage, Targets, Text, Threads, Within,
};
use ExtraArguments::{Ignored, Rejected, Same, Void};

#[rustfmt::skip]
const BUILTIN_ATTRIBUTES: &[BuiltinAttribute] = &[
    //  name                                allowed on      required                 optional            and more are
    // Where parameters of the program are bound.
    row("vk_binding",                       ANYTHING,       &[Constant],             &[Constant],         Void),
    row("gl_binding",                       ANYTHING,       &[Constant],             &[Constant],         Void),
    row("vk_location",                      VALUES,         &[Constant],             &[],                 Void),
    row("vk_index",                         VALUES,         &[Constant],             &[],                 Void),
    row("vk_offset",                        MEMBERS,        &[Constant],             &[],                 Void),
    row("vk_input_attachment_index",        VALUES,         &[Constant],             &[],                 Void),
    row("vk_constant_id",                   VALUES,         &[Constant],             &[],                 Ignored),
    row("vk_specialization_constant",       VALUES,         &[],                     &[],                 Rejected),
    row("SpecializationConstant",           VALUES,         &[],                     &[],                 Rejected),
    row("vk_push_constant",                 HOST_VALUES,    &[],                     &[],                 Rejected),
    row("push_constant",                    HOST_VALUES,    &[],                     &[],                 Rejected),
    row("vk_shader_record",                 VALUES,         &[],                     &[],                 Rejected),
    row("shader_record",                    VALUES,         &[],                     &[],                 Rejected),
    row("vk_image_format",                  VALUES,         &[Format],               &[],                 Ignored),
    row("format",                           VALUES,         &[Format],               &[],                 Ignored),
    row("disable_array_flattening",         VALUES,         &[],                     &[],                 Rejected),
    row("__vulkanRayPayload",               VALUES,         &[],                     &[Constant],         Ignored),
    row("__vulkanCallablePayload",          VALUES,         &[],                     &[Constant],         Ignored),
    row("__vulkanHitObjectAttributes",      VALUES,         &[],                     &[Constant],         Ignored),
    row("__vulkanHitAttributes",            VALUES,         &[],                     &[],                 Rejected),
    row("vk_aliased_pointer",               NO_DECLARATION, &[],                     &[],                 Rejected),
    row("vk_restrict_pointer",              NO_DECLARATION, &[],                     &[],                 Rejected),
    // Entry points.
    row("shader",                           FUNCTIONS,      &[Stage],                &[],                 Ignored),
    row("Shader",                           FUNCTIONS,      &[Stage],                &[],                 Ignored),
    row("numthreads",                       FUNCTIONS,      &[Threads],              &[Threads, Threads], Ignored),
    row("NumThreads",                       FUNCTIONS,      &[Threads],              &[Threads, Threads], Ignored),
    row("WaveSize",                         FUNCTIONS,      &[Lanes],                &[],                 Ignored),
    row("DerivativeGroupQuad",              FUNCTIONS,      &[],                     &[],                 Rejected),
    row("DerivativeGroupLinear",            FUNCTIONS,      &[],                     &[],                 Rejected),
    row("domain",                           FUNCTIONS,      &[Text],                 &[],                 Rejected),
    row("partitioning",                     FUNCTIONS,      &[Text],                 &[],                 Rejected),
    row("outputtopology",                   FUNCTIONS,      &[Text],                 &[],                 Rejected),
    row("outputcontrolpoints",              FUNCTIONS,      &[Integer],              &[],                 Rejected),
    row("patchconstantfunc",                FUNCTIONS,      &[PatchFunction],        &[],                 Rejected),
    row("maxtessfactor",                    FUNCTIONS,      &[Number],               &[],                 Rejected),
    row("maxvertexcount",                   FUNCTIONS,      &[Constant],             &[],                 Ignored),
    row("instance",                         FUNCTIONS,      &[Constant],             &[],                 Ignored),
    row("earlydepthstencil",                FUNCTIONS,      &[],                     &[],                 Rejected),
    row("MaximallyReconverges",             FUNCTIONS,      &[],                     &[],                 Rejected),
    row("QuadDerivatives",                  FUNCTIONS,      &[],                     &[],                 Rejected),
    row("RequireFullQuads",                 FUNCTIONS,      &[],                     &[],                 Rejected),
    // Functions.
    row("mutating",                         CALLABLES,      &[],                     &[],                 Rejected),
    row("nonmutating",                      NO_DECLARATION, &[],                     &[],                 Rejected),
    row("constref",                         CALLABLES,      &[],                     &[],                 Rejected),
    row("__ref",                            CALLABLES,      &[],                     &[],                 Rejected),
    row("ForceInline",                      CALLABLES,      &[],                     &[],                 Rejected),
    row("__unsafeForceInlineEarly",         CALLABLES,      &[],                     &[],                 Rejected),
    row("noinline",                         CALLABLES,      &[],                     &[],                 Rejected),
    row("noRefInline",                      FUNCTIONS,      &[],                     &[],                 Rejected),
    row("NoDiscard",                        CALLABLES,      &[],                     &[],                 Rejected),
    row("NonUniformReturn",                 CALLABLES,      &[],                     &[],                 Rejected),
    row("__readNone",                       CALLABLES,      &[],                     &[],                 Rejected),
    row("__NoSideEffect",                   CALLABLES,      &[],                     &[],                 Rejected),
    row("OverloadRank",                     CALLABLES,      &[],                     &[Constant],         Void),
    row("__GLSLRequireShaderInputParameter",CALLABLES,      &[Constant],             &[],                 Void),
    row("vk_spirv_instruction",             FUNCTIONS,      &[Integer],              &[Text],             Rejected),
    row("spv_target_env_1_3",               FUNCTIONS,      &[],                     &[],                 Rejected),
    row("DllImport",                        FUNCTIONS,      &[Text],                 &[Text],             Ignored),
    row("DllExport",                        FUNCTIONS,      &[],                     &[],                 Rejected),
    row("CudaKernel",                       FUNCTIONS,      &[],                     &[],                 Rejected),
    row("CUDAKernel",                       FUNCTIONS,      &[],                     &[],                 Rejected),
    row("CudaHost",                         FUNCTIONS,      &[],                     &[],                 Rejected),
    row("CUDAHost",                         FUNCTIONS,      &[],                     &[],                 Rejected),
    row("CudaDeviceExport",                 FUNCTIONS,      &[],                     &[],                 Rejected),
    row("CUDADeviceExport",                 FUNCTIONS,      &[],                     &[],                 Rejected),
    row("TorchEntryPoint",                  FUNCTIONS,      &[],                     &[],                 Rejected),
    row("AutoPyBindCUDA",                   FUNCTIONS,      &[],                     &[],                 Rejected),
    // Derivatives.
    row("Differentiable",                   CALLABLES,      &[],                     &[Constant],         Ignored),
    row("BackwardDifferentiable",           CALLABLES,      &[],                     &[Constant],         Ignored),
    row("ForwardDifferentiable",            CALLABLES,      &[],                     &[],                 Rejected),
    row("ForwardDerivative",                CALLABLES,      &[Function],             &[],                 Ignored),
    row("BackwardDerivative",               CALLABLES,      &[Function],             &[],                 Ignored),
    row("PrimalSubstitute",                 CALLABLES,      &[Function],             &[],                 Ignored),
    row("ForwardDerivativeOf",              CALLABLES,      &[Function],             &[],                 Ignored),
    row("BackwardDerivativeOf",             CALLABLES,      &[Function],             &[],                 Ignored),
    row("PrimalSubstituteOf",               CALLABLES,      &[Function],             &[],                 Ignored),
    row("PreferRecompute",                  CALLABLES,      &[],                     &[Constant],         Ignored),
    row("PreferCheckpoint",                 CALLABLES,      &[],                     &[],                 Rejected),
    row("NoDiffThis",                       CALLABLES,      &[],                     &[],                 Rejected),
    row("DerivativeMember",                 VALUES,         &[Anything],             &[],                 Ignored),
    row("TreatAsDifferentiable",            ANYTHING,       &[],                     &[],                 Rejected),
    row("MaybeDifferentiable",              ANYTHING,       &[],                     &[],                 Rejected),
    row("HasTrivialForwardDerivative",      ANYTHING,       &[],                     &[],                 Rejected),
    // Types.
    row("sealed",                           TYPES,          &[],                     &[],                 Rejected),
    row("open",                             TYPES,          &[],                     &[],                 Rejected),
    row("PyExport",                         TYPES,          &[Text],                 &[],                 Ignored),
    row("RequirePrelude",                   TYPES,          &[Capability, Text],     &[],                 Rejected),
    row("__NonCopyableType",                TYPES,          &[],                     &[],                 Rejected),
    row("raypayload",                       STRUCTS,        &[],                     &[],                 Rejected),
    row("__AttributeUsage",                 STRUCTS,        &[Targets],              &[],                 Rejected),
    row("UnscopedEnum",                     ENUMS,          &[],                     &[],                 Rejected),
    row("Flags",                            ENUMS,          &[],                     &[],                 Rejected),
    row("anyValueSize",                     INTERFACES,     &[Within(i128::MIN, 0x7fff)], &[],            Void),
    row("Specialize",                       INTERFACES,     &[],                     &[],                 Rejected),
    row("COM",                              INTERFACES,     &[Guid],                 &[],                 Ignored),
    row("__FunctionInterface",              INTERFACES,     &[],                     &[],                 Rejected),
    // Anything.
    row("allow",                            ANYTHING,       &[Text],                 &[],                 Ignored),
    row("require",                          ANYTHING,       &[Capability],           &[],                 Same),
    row("deprecated",                       ANYTHING,       &[Text],                 &[],                 Ignored),
    row("RemovedSince",                     ANYTHING,       &[Within(-1, 9999), Text], &[],               Ignored),
    row("builtin",                          ANYTHING,       &[],                     &[],                 Rejected),
    row("KnownBuiltin",                     ANYTHING,       &[Constant],             &[],                 Ignored),
    row("__extern",                         ANYTHING,       &[],                     &[],                 Rejected),
    row("__requiresNVAPI",                  ANYTHING,       &[],                     &[],                 Rejected),
    row("__AlwaysFoldIntoUseSiteAttribute", ANYTHING,       &[],                     &[],                 Rejected),
    row("__AutoDiffBuiltin",                ANYTHING,       &[],                     &[],                 Rejected),
    // Modules, and statements.
    row("ExperimentalModule",               NO_DECLARATION, &[],                     &[],                 Rejected),
    row("unroll",                           NO_DECLARATION, &[],                     &[Anything],         Ignored),
    row("ForceUnroll",                      NO_DECLARATION, &[],                     &[Anything],         Ignored),
    row("MaxIters",                         NO_DECLARATION, &[Anything],             &[],                 Ignored),
    row("loop",                             NO_DECLARATION, &[],                     &[],                 Rejected),
    row("fastopt",                          NO_DECLARATION, &[],                     &[],                 Rejected),
    row("allow_uav_condition",              NO_DECLARATION, &[],                     &[],                 Rejected),
    row("flatten",                          NO_DECLARATION, &[],                     &[],                 Rejected),
    row("branch",                           NO_DECLARATION, &[],                     &[],                 Rejected),
    row("forcecase",                        NO_DECLARATION, &[],                     &[],                 Rejected),
    row("call",                             NO_DECLARATION, &[],                     &[],                 Rejected),
];

impl Resolver<'_> {
    /// The kinds of a declaration, as attributes distinguish them.
    pub(super) fn decl_kinds(&self, decl: DeclId) -> DeclKinds {
        let declared = &self.tree.decls[decl];
        let parent = declared.parent.map(|parent| &self.tree.decls[parent].kind);
        let is_variable = matches!(declared.kind, DeclKind::Variable { .. });
        let also = if is_variable && declared.modifiers.has(Modifier::Static) { STATIC } else { 0 };
        also | match (&declared.kind, parent) {
            // A bit-field is a property of its allocation unit.
            (DeclKind::Variable { bits: Some(_), .. }, _) => OTHERS,
            (DeclKind::Variable { .. }, Some(DeclKind::Function { .. } | DeclKind::Accessor { .. })) => PARAMETERS,
            (DeclKind::Variable { .. }, Some(DeclKind::Struct { is_class: false, .. } | DeclKind::Buffer { .. })) => FIELDS,
            (DeclKind::Variable { .. }, _) => VARIABLES,
            (DeclKind::Buffer { .. }, _) => BUFFERS,
            (DeclKind::Function { .. }, _) => FUNCTIONS,
            (DeclKind::Accessor { .. }, _) if self.keywords.keyword(declared.name) == Some(Keyword::Init) => INITIALIZERS,
            (DeclKind::Struct { is_class: true, .. }, _) => CLASSES,
            (DeclKind::Struct { .. }, _) => STRUCTS,
            (DeclKind::Enum { .. }, _) => ENUMS,
            (DeclKind::Interface { .. }, _) => INTERFACES,
            (DeclKind::Associated { .. } | DeclKind::Open { .. }, _) => OPEN_TYPES,
            _ => OTHERS,
        }
    }
}
