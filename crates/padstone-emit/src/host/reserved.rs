//! Reserved words, as one table for each host language.

use super::keywords;

/// The reserved words of a host language. Every list is sorted.
#[derive(Clone, Copy)]
pub(super) struct Reserved {
    /// Words that neither types nor members can have as a name: keywords, macros that compilers or headers define, and names that the generated text
    /// uses.
    pub(super) words: &'static [&'static [&'static str]],
    /// Words that only types cannot have: they would hide names that the text uses or that are in the same scope.
    pub(super) types: &'static [&'static [&'static str]],
    /// Whether names that begin with two underscores are reserved or renamed.
    pub(super) underscores: bool,
    /// Whether names that begin with an underscore and a capital are reserved for macros: C23, 7.1.3.
    pub(super) macros: bool,
}

impl Reserved {
    pub(super) fn has(&self, name: &str, is_type: bool) -> bool {
        let contains = |words: &[&str]| words.binary_search(&name).is_ok();
        self.words.iter().any(|words| contains(words))
            || is_type && self.types.iter().any(|words| contains(words))
            || self.macros && is_macro(name)
    }
}

/// `_LP64`, `_POSIX_SOURCE`, but not `_MainTex`.
fn is_macro(name: &str) -> bool {
    let capitals =
        |rest: &str| rest.starts_with(|first: char| first.is_ascii_uppercase()) && !rest.contains(|c: char| c.is_ascii_lowercase());
    name.strip_prefix('_').is_some_and(capitals) && !name.ends_with('_')
}

/// C and C++ together: one header may be included from both.
pub(super) const C: Reserved = Reserved {
    words: &[keywords::C_AND_CPP, keywords::C_OR_CPP, C_MACROS, super::library_macros::MACROS, super::windows_macros::MACROS],
    types: &[
        &["DirectX", "glm", "intptr_t", "main", "max_align_t", "memcpy", "memset", "nullptr_t", "ptrdiff_t", "std", "uintptr_t"],
        super::library_names::NAMES,
        super::windows_names::NAMES,
    ],
    underscores: true,
    macros: true,
};

/// Macros that GCC and clang define in their GNU modes, and those of the headers that the text includes: C23, 7.2, 7.21, 7.22.
const C_MACROS: &[&str] = &[
    "EOF",
    "INT16_C",
    "INT16_MAX",
    "INT16_MIN",
    "INT16_WIDTH",
    "INT32_C",
    "INT32_MAX",
    "INT32_MIN",
    "INT32_WIDTH",
    "INT64_C",
    "INT64_MAX",
    "INT64_MIN",
    "INT64_WIDTH",
    "INT8_C",
    "INT8_MAX",
    "INT8_MIN",
    "INT8_WIDTH",
    "INTMAX_C",
    "INTMAX_MAX",
    "INTMAX_MIN",
    "INTMAX_WIDTH",
    "INTPTR_MAX",
    "INTPTR_MIN",
    "INTPTR_WIDTH",
    "INT_FAST16_MAX",
    "INT_FAST16_MIN",
    "INT_FAST16_WIDTH",
    "INT_FAST32_MAX",
    "INT_FAST32_MIN",
    "INT_FAST32_WIDTH",
    "INT_FAST64_MAX",
    "INT_FAST64_MIN",
    "INT_FAST64_WIDTH",
    "INT_FAST8_MAX",
    "INT_FAST8_MIN",
    "INT_FAST8_WIDTH",
    "INT_LEAST16_MAX",
    "INT_LEAST16_MIN",
    "INT_LEAST16_WIDTH",
    "INT_LEAST32_MAX",
    "INT_LEAST32_MIN",
    "INT_LEAST32_WIDTH",
    "INT_LEAST64_MAX",
    "INT_LEAST64_MIN",
    "INT_LEAST64_WIDTH",
    "INT_LEAST8_MAX",
    "INT_LEAST8_MIN",
    "INT_LEAST8_WIDTH",
    "NDEBUG",
    "NULL",
    "PTRDIFF_MAX",
    "PTRDIFF_MIN",
    "PTRDIFF_WIDTH",
    "SIG_ATOMIC_MAX",
    "SIG_ATOMIC_MIN",
    "SIG_ATOMIC_WIDTH",
    "SIZE_MAX",
    "SIZE_WIDTH",
    "UINT16_C",
    "UINT16_MAX",
    "UINT16_WIDTH",
    "UINT32_C",
    "UINT32_MAX",
    "UINT32_WIDTH",
    "UINT64_C",
    "UINT64_MAX",
    "UINT64_WIDTH",
    "UINT8_C",
    "UINT8_MAX",
    "UINT8_WIDTH",
    "UINTMAX_C",
    "UINTMAX_MAX",
    "UINTMAX_WIDTH",
    "UINTPTR_MAX",
    "UINTPTR_WIDTH",
    "UINT_FAST16_MAX",
    "UINT_FAST16_WIDTH",
    "UINT_FAST32_MAX",
    "UINT_FAST32_WIDTH",
    "UINT_FAST64_MAX",
    "UINT_FAST64_WIDTH",
    "UINT_FAST8_MAX",
    "UINT_FAST8_WIDTH",
    "UINT_LEAST16_MAX",
    "UINT_LEAST16_WIDTH",
    "UINT_LEAST32_MAX",
    "UINT_LEAST32_WIDTH",
    "UINT_LEAST64_MAX",
    "UINT_LEAST64_WIDTH",
    "UINT_LEAST8_MAX",
    "UINT_LEAST8_WIDTH",
    "WCHAR_MAX",
    "WCHAR_MIN",
    "WCHAR_WIDTH",
    "WINT_MAX",
    "WINT_MIN",
    "WINT_WIDTH",
    "assert",
    "errno",
    "i386",
    "linux",
    "offsetof",
    "static_assert",
    "stderr",
    "stdin",
    "stdout",
    "strdupa",
    "strndupa",
    "unix",
    "unreachable",
];

/// Rust.
pub(super) const RUST: Reserved = Reserved {
    words: &[keywords::RUST],
    types: &[&["alloc", "bytemuck", "char", "i128", "isize", "std", "str", "u128", "zerocopy"]],
    underscores: false,
    macros: false,
};

/// Python: members of a class whose names begin with two underscores are renamed in it (The Python Language Reference, 6.2.1).
pub(super) const PYTHON: Reserved = Reserved {
    words: &[keywords::PYTHON, &["_align_", "_anonymous_", "_b_base_", "_b_needsfree_", "_fields_", "_layout_", "_objects", "_pack_"]],
    types: &[&["range"]],
    underscores: true,
    macros: false,
};

/// TypeScript: the global objects of every engine (ECMAScript, 19), which a class of the same name would hide.
pub(super) const TYPESCRIPT: Reserved = Reserved {
    words: &[keywords::TYPESCRIPT],
    types: &[&[
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
        "infer",
        "keyof",
        "never",
        "object",
        "readonly",
        "symbol",
        "toHalf",
        "undefined",
        "unique",
        "unknown",
    ]],
    underscores: false,
    macros: false,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for reserved in [C, RUST, PYTHON, TYPESCRIPT] {
            for words in reserved.words.iter().chain(reserved.types) {
                assert!(words.is_sorted(), "{words:?}");
            }
        }
    }
}
