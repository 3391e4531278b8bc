//! Words that no name may be, as one table for each host language.

/// The words of a host language.
#[derive(Clone, Copy)]
pub(super) struct Reserved {
    /// What neither types nor members may be called: keywords, macros that compilers or headers define, and what the text itself uses.
    pub(super) words: &'static [&'static [&'static str]],
    /// What no type may be called beside that: it would hide something that the text uses or that is in the same scope.
    pub(super) types: &'static [&'static str],
    /// Whether names that begin with two underscores are the implementation's, or are changed where they are used.
    pub(super) underscores: bool,
}

impl Reserved {
    pub(super) fn has(&self, name: &str, is_type: bool) -> bool {
        self.words.iter().any(|words| words.contains(&name)) || is_type && self.types.contains(&name)
    }
}

/// C and C++ together: a header may serve both.
pub(super) const C: Reserved = Reserved {
    words: &[super::c::KEYWORDS, C_KEYWORDS, C_MACROS, WINDOWS_MACROS],
    types: &["main", "memcpy", "memset", "padstone_half", "ptrdiff_t", "max_align_t", "nullptr_t", "intptr_t", "uintptr_t", "std"],
    underscores: true,
};

/// C23, 6.4.1, and C++23, [lex.key]: what the other table leaves out.
const C_KEYWORDS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_BitInt",
    "_Bool",
    "_Complex",
    "_Decimal128",
    "_Decimal32",
    "_Decimal64",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "char16_t",
    "char32_t",
    "char8_t",
    "co_await",
    "co_return",
    "co_yield",
    "const_cast",
    "consteval",
    "constinit",
    "typeof",
    "typeof_unqual",
];

/// Macros that GCC and clang define in their GNU modes, and those of the headers that the text includes: C23, 7.2, 7.21, 7.22.
const C_MACROS: &[&str] = &[
    "EOF",
    "INT16_C",
    "INT16_MAX",
    "INT16_MIN",
    "INT32_C",
    "INT32_MAX",
    "INT32_MIN",
    "INT64_C",
    "INT64_MAX",
    "INT64_MIN",
    "INT8_C",
    "INT8_MAX",
    "INT8_MIN",
    "INTMAX_C",
    "INTMAX_MAX",
    "INTMAX_MIN",
    "INTPTR_MAX",
    "INTPTR_MIN",
    "NDEBUG",
    "NULL",
    "PTRDIFF_MAX",
    "PTRDIFF_MIN",
    "SIG_ATOMIC_MAX",
    "SIG_ATOMIC_MIN",
    "SIZE_MAX",
    "UINT16_C",
    "UINT16_MAX",
    "UINT32_C",
    "UINT32_MAX",
    "UINT64_C",
    "UINT64_MAX",
    "UINT8_C",
    "UINT8_MAX",
    "UINTMAX_C",
    "UINTMAX_MAX",
    "UINTPTR_MAX",
    "WCHAR_MAX",
    "WCHAR_MIN",
    "WINT_MAX",
    "WINT_MIN",
    "assert",
    "errno",
    "i386",
    "linux",
    "stderr",
    "stdin",
    "stdout",
    "unix",
    "unreachable",
];

/// Macros of `<windows.h>` that are ordinary words: windef.h, minwindef.h, rpcndr.h, combaseapi.h, wingdi.h, winnt.h.
const WINDOWS_MACROS: &[&str] = &[
    "ABSOLUTE",
    "CALLBACK",
    "CONST",
    "DELETE",
    "DIFFERENCE",
    "DOMAIN",
    "ERROR",
    "FALSE",
    "FAR",
    "IGNORE",
    "IN",
    "INFINITE",
    "NEAR",
    "OPAQUE",
    "OPTIONAL",
    "OUT",
    "OVERFLOW",
    "PASCAL",
    "RELATIVE",
    "STRICT",
    "TRANSPARENT",
    "TRUE",
    "UNDERFLOW",
    "VOID",
    "cdecl",
    "far",
    "hyper",
    "interface",
    "max",
    "min",
    "near",
    "pascal",
    "small",
];

/// Rust.
pub(super) const RUST: Reserved = Reserved {
    words: &[super::rust::KEYWORDS],
    types: &["alloc", "bytemuck", "char", "i128", "isize", "std", "str", "u128", "zerocopy"],
    underscores: false,
};

/// Python: members of a class whose names begin with two underscores are renamed in it (The Python Language Reference, 6.2.1).
pub(super) const PYTHON: Reserved = Reserved {
    words: &[
        super::python::KEYWORDS,
        &["_align_", "_anonymous_", "_b_base_", "_b_needsfree_", "_fields_", "_layout_", "_objects", "_pack_"],
    ],
    types: &["range"],
    underscores: true,
};

/// TypeScript: the objects that every engine has (ECMAScript, 19) are what a class of the same name would hide.
pub(super) const TYPESCRIPT: Reserved = Reserved {
    words: &[super::typescript::KEYWORDS],
    types: &[
        "AggregateError",
        "Array",
        "ArrayBuffer",
        "Atomics",
        "BigInt",
        "BigInt64Array",
        "BigUint64Array",
        "Boolean",
        "Date",
        "Error",
        "EvalError",
        "Float16Array",
        "Float32Array",
        "Float64Array",
        "Function",
        "Infinity",
        "Int16Array",
        "Int32Array",
        "Int8Array",
        "Iterator",
        "JSON",
        "Map",
        "NaN",
        "Number",
        "Promise",
        "Proxy",
        "ReferenceError",
        "Reflect",
        "RegExp",
        "Set",
        "SharedArrayBuffer",
        "String",
        "Symbol",
        "SyntaxError",
        "TypeError",
        "URIError",
        "Uint16Array",
        "Uint32Array",
        "Uint8Array",
        "Uint8ClampedArray",
        "WeakMap",
        "WeakRef",
        "WeakSet",
        "arguments",
        "eval",
        "fromHalf",
        "globalThis",
        "never",
        "object",
        "symbol",
        "toHalf",
        "undefined",
        "unknown",
    ],
    underscores: false,
};
