//! The attributes of the language, in one table: what each can stand on, and which arguments it takes. Each was put on each sort of
//! declaration and given each sort of argument, and libslang 2026.12 asked. What is not in the table, and is not declared by the source, has
//! no effect, and is no error to it. `vk::binding` is one name here, as it is to libslang.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::super::resolve::Resolver;
use super::super::tree::{DeclId, DeclKind};
use super::super::words::{Keyword, Modifier};

/// An attribute of the language.
pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) on: Places,
    /// The arguments that it needs.
    pub(super) needs: &'static [Sort],
    /// Those that may stand behind them.
    pub(super) takes: &'static [Sort],
    pub(super) more: More,
}

/// What an argument has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// An integer that is known while compiling.
    Constant,
    /// Such a one, within limits.
    Within(i128, i128),
    /// How many threads there are in one direction: linking and specialization may say it.
    Threads,
    /// How many lanes a wave has: linking may say it.
    Lanes,
    /// An integer as it is written.
    Integer,
    /// A number as it is written.
    Number,
    /// A text.
    Text,
    /// The name of a format of images, as a text.
    Format,
    /// The name of a stage, as a text.
    Stage,
    /// The name of the function for the factors of a patch, as a text.
    PatchFunction,
    /// 32 hexadecimal digits, as a text.
    Guid,
    /// The name of a capability.
    Capability,
    /// The name of a function.
    Function,
    /// What an attribute that the source declares can stand on.
    Targets,
    /// Anything: nothing here looks at it.
    Anything,
}

/// What becomes of arguments behind all those.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum More {
    /// They are wrong.
    Refused,
    /// They are passed over.
    Ignored,
    /// The attribute has no effect, and none of its arguments is looked at.
    Void,
    /// Each has to be what the last one is.
    Same,
}

/// Sorts of declarations.
pub(super) type Places = u16;

pub(super) const VARIABLES: Places = 1;
pub(super) const FIELDS: Places = 1 << 1;
pub(super) const PARAMETERS: Places = 1 << 2;
pub(super) const FUNCTIONS: Places = 1 << 3;
const INITIALIZERS: Places = 1 << 4;
pub(super) const STRUCTS: Places = 1 << 5;
const CLASSES: Places = 1 << 6;
const ENUMS: Places = 1 << 7;
const INTERFACES: Places = 1 << 8;
/// `associatedtype`, `type_param`.
const OPEN_TYPES: Places = 1 << 9;
/// `cbuffer`, `tbuffer`.
pub(super) const BUFFERS: Places = 1 << 10;
/// Properties, subscripts, aliases, extensions, namespaces, members of some bits.
const OTHERS: Places = 1 << 11;
/// Beside what a variable is: that it is `static`.
pub(super) const STATIC: Places = 1 << 12;

const ANYTHING: Places = Places::MAX;
/// What a host can say (E31219).
const HOST_VALUES: Places = VARIABLES | FIELDS | PARAMETERS | BUFFERS;
const VALUES: Places = HOST_VALUES | STATIC;
const MEMBERS: Places = FIELDS | STATIC;
const CALLABLES: Places = FUNCTIONS | INITIALIZERS;
const TYPES: Places = STRUCTS | CLASSES | ENUMS | INTERFACES | OPEN_TYPES;
/// What is within bodies, or before `module`.
const NO_DECLARATION: Places = 0;

const WORDS: &[(Places, &str)] = &[
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

impl Known {
    /// Whether it can stand on something.
    pub(super) fn stands_on(&self, place: Places) -> bool {
        self.on & place & !STATIC != 0 && (self.on & STATIC != 0 || place & STATIC == 0)
    }

    /// What it can stand on, for people.
    pub(super) fn places(&self) -> String {
        let words: Vec<&str> = WORDS.iter().filter(|(place, _)| self.on & place != 0).map(|&(_, word)| word).collect();
        if words.is_empty() { "remove it: no declaration can have it".to_owned() } else { format!("use it only on {}", words.join(", ")) }
    }

    /// What its argument at a position has to be; `None` behind those that it looks at.
    pub(super) fn sort(&self, position: usize) -> Option<Sort> {
        let named = self.needs.iter().chain(self.takes).copied();
        match self.more {
            More::Same => named.clone().nth(position).or(named.last()),
            _ => named.clone().nth(position),
        }
    }

    /// The most arguments with which it is what it says.
    pub(super) fn most(&self) -> usize {
        if self.more == More::Same { usize::MAX } else { self.needs.len() + self.takes.len() }
    }
}

/// The attribute of the language that has a name.
pub(super) fn known(name: &str) -> Option<&'static Known> {
    static NAMES: LazyLock<FxHashMap<&str, &Known>> = LazyLock::new(|| KNOWN.iter().map(|known| (known.name, known)).collect());
    NAMES.get(name).copied()
}

const fn row(name: &'static str, on: Places, needs: &'static [Sort], takes: &'static [Sort], more: More) -> Known {
    Known { name, on, needs, takes, more }
}

use More::{Ignored, Refused, Same, Void};
use Sort::{
    Anything, Capability, Constant, Format, Function, Guid, Integer, Lanes, Number, PatchFunction, Stage, Targets, Text, Threads, Within,
};

#[rustfmt::skip]
const KNOWN: &[Known] = &[
    //  name                                stands on       needs                    takes               and more are
    // Where parameters of the program lie.
    row("vk_binding",                       ANYTHING,       &[Constant],             &[Constant],         Void),
    row("gl_binding",                       ANYTHING,       &[Constant],             &[Constant],         Void),
    row("vk_location",                      VALUES,         &[Constant],             &[],                 Void),
    row("vk_index",                         VALUES,         &[Constant],             &[],                 Void),
    row("vk_offset",                        MEMBERS,        &[Constant],             &[],                 Void),
    row("vk_input_attachment_index",        VALUES,         &[Constant],             &[],                 Void),
    row("vk_constant_id",                   VALUES,         &[Constant],             &[],                 Ignored),
    row("vk_specialization_constant",       VALUES,         &[],                     &[],                 Refused),
    row("SpecializationConstant",           VALUES,         &[],                     &[],                 Refused),
    row("vk_push_constant",                 HOST_VALUES,    &[],                     &[],                 Refused),
    row("push_constant",                    HOST_VALUES,    &[],                     &[],                 Refused),
    row("vk_shader_record",                 VALUES,         &[],                     &[],                 Refused),
    row("shader_record",                    VALUES,         &[],                     &[],                 Refused),
    row("vk_image_format",                  VALUES,         &[Format],               &[],                 Ignored),
    row("format",                           VALUES,         &[Format],               &[],                 Ignored),
    row("disable_array_flattening",         VALUES,         &[],                     &[],                 Refused),
    row("__vulkanRayPayload",               VALUES,         &[],                     &[Constant],         Ignored),
    row("__vulkanCallablePayload",          VALUES,         &[],                     &[Constant],         Ignored),
    row("__vulkanHitObjectAttributes",      VALUES,         &[],                     &[Constant],         Ignored),
    row("__vulkanHitAttributes",            VALUES,         &[],                     &[],                 Refused),
    row("vk_aliased_pointer",               NO_DECLARATION, &[],                     &[],                 Refused),
    row("vk_restrict_pointer",              NO_DECLARATION, &[],                     &[],                 Refused),
    // Entry points.
    row("shader",                           FUNCTIONS,      &[Stage],                &[],                 Ignored),
    row("Shader",                           FUNCTIONS,      &[Stage],                &[],                 Ignored),
    row("numthreads",                       FUNCTIONS,      &[Threads],              &[Threads, Threads], Ignored),
    row("NumThreads",                       FUNCTIONS,      &[Threads],              &[Threads, Threads], Ignored),
    row("WaveSize",                         FUNCTIONS,      &[Lanes],                &[],                 Ignored),
    row("DerivativeGroupQuad",              FUNCTIONS,      &[],                     &[],                 Refused),
    row("DerivativeGroupLinear",            FUNCTIONS,      &[],                     &[],                 Refused),
    row("domain",                           FUNCTIONS,      &[Text],                 &[],                 Refused),
    row("partitioning",                     FUNCTIONS,      &[Text],                 &[],                 Refused),
    row("outputtopology",                   FUNCTIONS,      &[Text],                 &[],                 Refused),
    row("outputcontrolpoints",              FUNCTIONS,      &[Integer],              &[],                 Refused),
    row("patchconstantfunc",                FUNCTIONS,      &[PatchFunction],        &[],                 Refused),
    row("maxtessfactor",                    FUNCTIONS,      &[Number],               &[],                 Refused),
    row("maxvertexcount",                   FUNCTIONS,      &[Constant],             &[],                 Ignored),
    row("instance",                         FUNCTIONS,      &[Constant],             &[],                 Ignored),
    row("earlydepthstencil",                FUNCTIONS,      &[],                     &[],                 Refused),
    row("MaximallyReconverges",             FUNCTIONS,      &[],                     &[],                 Refused),
    row("QuadDerivatives",                  FUNCTIONS,      &[],                     &[],                 Refused),
    row("RequireFullQuads",                 FUNCTIONS,      &[],                     &[],                 Refused),
    // Functions.
    row("mutating",                         CALLABLES,      &[],                     &[],                 Refused),
    row("nonmutating",                      NO_DECLARATION, &[],                     &[],                 Refused),
    row("constref",                         CALLABLES,      &[],                     &[],                 Refused),
    row("__ref",                            CALLABLES,      &[],                     &[],                 Refused),
    row("ForceInline",                      CALLABLES,      &[],                     &[],                 Refused),
    row("__unsafeForceInlineEarly",         CALLABLES,      &[],                     &[],                 Refused),
    row("noinline",                         CALLABLES,      &[],                     &[],                 Refused),
    row("noRefInline",                      FUNCTIONS,      &[],                     &[],                 Refused),
    row("NoDiscard",                        CALLABLES,      &[],                     &[],                 Refused),
    row("NonUniformReturn",                 CALLABLES,      &[],                     &[],                 Refused),
    row("__readNone",                       CALLABLES,      &[],                     &[],                 Refused),
    row("__NoSideEffect",                   CALLABLES,      &[],                     &[],                 Refused),
    row("OverloadRank",                     CALLABLES,      &[],                     &[Constant],         Void),
    row("__GLSLRequireShaderInputParameter",CALLABLES,      &[Constant],             &[],                 Void),
    row("vk_spirv_instruction",             FUNCTIONS,      &[Integer],              &[Text],             Refused),
    row("spv_target_env_1_3",               FUNCTIONS,      &[],                     &[],                 Refused),
    row("DllImport",                        FUNCTIONS,      &[Text],                 &[Text],             Ignored),
    row("DllExport",                        FUNCTIONS,      &[],                     &[],                 Refused),
    row("CudaKernel",                       FUNCTIONS,      &[],                     &[],                 Refused),
    row("CUDAKernel",                       FUNCTIONS,      &[],                     &[],                 Refused),
    row("CudaHost",                         FUNCTIONS,      &[],                     &[],                 Refused),
    row("CUDAHost",                         FUNCTIONS,      &[],                     &[],                 Refused),
    row("CudaDeviceExport",                 FUNCTIONS,      &[],                     &[],                 Refused),
    row("CUDADeviceExport",                 FUNCTIONS,      &[],                     &[],                 Refused),
    row("TorchEntryPoint",                  FUNCTIONS,      &[],                     &[],                 Refused),
    row("AutoPyBindCUDA",                   FUNCTIONS,      &[],                     &[],                 Refused),
    // Derivatives.
    row("Differentiable",                   CALLABLES,      &[],                     &[Constant],         Ignored),
    row("BackwardDifferentiable",           CALLABLES,      &[],                     &[Constant],         Ignored),
    row("ForwardDifferentiable",            CALLABLES,      &[],                     &[],                 Refused),
    row("ForwardDerivative",                CALLABLES,      &[Function],             &[],                 Ignored),
    row("BackwardDerivative",               CALLABLES,      &[Function],             &[],                 Ignored),
    row("PrimalSubstitute",                 CALLABLES,      &[Function],             &[],                 Ignored),
    row("ForwardDerivativeOf",              CALLABLES,      &[Function],             &[],                 Ignored),
    row("BackwardDerivativeOf",             CALLABLES,      &[Function],             &[],                 Ignored),
    row("PrimalSubstituteOf",               CALLABLES,      &[Function],             &[],                 Ignored),
    row("PreferRecompute",                  CALLABLES,      &[],                     &[Constant],         Ignored),
    row("PreferCheckpoint",                 CALLABLES,      &[],                     &[],                 Refused),
    row("NoDiffThis",                       CALLABLES,      &[],                     &[],                 Refused),
    row("DerivativeMember",                 VALUES,         &[Anything],             &[],                 Ignored),
    row("TreatAsDifferentiable",            ANYTHING,       &[],                     &[],                 Refused),
    row("MaybeDifferentiable",              ANYTHING,       &[],                     &[],                 Refused),
    row("HasTrivialForwardDerivative",      ANYTHING,       &[],                     &[],                 Refused),
    // Types.
    row("sealed",                           TYPES,          &[],                     &[],                 Refused),
    row("open",                             TYPES,          &[],                     &[],                 Refused),
    row("PyExport",                         TYPES,          &[Text],                 &[],                 Ignored),
    row("RequirePrelude",                   TYPES,          &[Capability, Text],     &[],                 Refused),
    row("__NonCopyableType",                TYPES,          &[],                     &[],                 Refused),
    row("raypayload",                       STRUCTS,        &[],                     &[],                 Refused),
    row("__AttributeUsage",                 STRUCTS,        &[Targets],              &[],                 Refused),
    row("UnscopedEnum",                     ENUMS,          &[],                     &[],                 Refused),
    row("Flags",                            ENUMS,          &[],                     &[],                 Refused),
    row("anyValueSize",                     INTERFACES,     &[Within(i128::MIN, 0x7fff)], &[],            Void),
    row("Specialize",                       INTERFACES,     &[],                     &[],                 Refused),
    row("COM",                              INTERFACES,     &[Guid],                 &[],                 Ignored),
    row("__FunctionInterface",              INTERFACES,     &[],                     &[],                 Refused),
    // Anything.
    row("allow",                            ANYTHING,       &[Text],                 &[],                 Ignored),
    row("require",                          ANYTHING,       &[Capability],           &[],                 Same),
    row("deprecated",                       ANYTHING,       &[Text],                 &[],                 Ignored),
    row("RemovedSince",                     ANYTHING,       &[Within(-1, 9999), Text], &[],               Ignored),
    row("builtin",                          ANYTHING,       &[],                     &[],                 Refused),
    row("KnownBuiltin",                     ANYTHING,       &[Constant],             &[],                 Ignored),
    row("__extern",                         ANYTHING,       &[],                     &[],                 Refused),
    row("__requiresNVAPI",                  ANYTHING,       &[],                     &[],                 Refused),
    row("__AlwaysFoldIntoUseSiteAttribute", ANYTHING,       &[],                     &[],                 Refused),
    row("__AutoDiffBuiltin",                ANYTHING,       &[],                     &[],                 Refused),
    // Modules, and statements.
    row("ExperimentalModule",               NO_DECLARATION, &[],                     &[],                 Refused),
    row("unroll",                           NO_DECLARATION, &[],                     &[Anything],         Ignored),
    row("ForceUnroll",                      NO_DECLARATION, &[],                     &[Anything],         Ignored),
    row("MaxIters",                         NO_DECLARATION, &[Anything],             &[],                 Ignored),
    row("loop",                             NO_DECLARATION, &[],                     &[],                 Refused),
    row("fastopt",                          NO_DECLARATION, &[],                     &[],                 Refused),
    row("allow_uav_condition",              NO_DECLARATION, &[],                     &[],                 Refused),
    row("flatten",                          NO_DECLARATION, &[],                     &[],                 Refused),
    row("branch",                           NO_DECLARATION, &[],                     &[],                 Refused),
    row("forcecase",                        NO_DECLARATION, &[],                     &[],                 Refused),
    row("call",                             NO_DECLARATION, &[],                     &[],                 Refused),
];

impl Resolver<'_> {
    /// What a declaration is to attributes.
    pub(super) fn place(&self, decl: DeclId) -> Places {
        let declared = &self.tree.decls[decl];
        let parent = declared.parent.map(|parent| &self.tree.decls[parent].kind);
        let is_variable = matches!(declared.kind, DeclKind::Variable { .. });
        let also = if is_variable && declared.modifiers.has(Modifier::Static) { STATIC } else { 0 };
        also | match (&declared.kind, parent) {
            // Members of some bits are properties of what holds them all.
            (DeclKind::Variable { bits: Some(_), .. }, _) => OTHERS,
            (DeclKind::Variable { .. }, Some(DeclKind::Function { .. } | DeclKind::Accessor { .. })) => PARAMETERS,
            (DeclKind::Variable { .. }, Some(DeclKind::Struct { is_class: false, .. } | DeclKind::Buffer { .. })) => FIELDS,
            (DeclKind::Variable { .. }, _) => VARIABLES,
            (DeclKind::Buffer { .. }, _) => BUFFERS,
            (DeclKind::Function { .. }, _) => FUNCTIONS,
            (DeclKind::Accessor { .. }, _) if self.words.keyword(declared.name) == Some(Keyword::Init) => INITIALIZERS,
            (DeclKind::Struct { is_class: true, .. }, _) => CLASSES,
            (DeclKind::Struct { .. }, _) => STRUCTS,
            (DeclKind::Enum { .. }, _) => ENUMS,
            (DeclKind::Interface { .. }, _) => INTERFACES,
            (DeclKind::Associated { .. } | DeclKind::Open { .. }, _) => OPEN_TYPES,
            _ => OTHERS,
        }
    }
}
