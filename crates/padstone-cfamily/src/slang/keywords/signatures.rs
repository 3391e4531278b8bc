//! The signatures of the requirements of built-in interfaces (libslang 2026.12, each measured with a type that declares it differently).

use super::Implementers;

/// The declared signature of a function of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::slang) struct Signature {
    pub(in crate::slang) name: &'static str,
    pub(in crate::slang) parameters: &'static [SignatureType],
    pub(in crate::slang) result: SignatureType,
    pub(in crate::slang) is_static: bool,
    pub(in crate::slang) is_differentiable: bool,
}

/// The type of a parameter or result of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::slang) enum SignatureType {
    /// The conforming type.
    This,
    /// A number or bool: all of them convert to one another.
    Number,
    /// The associated type of the derivative.
    Differential,
    /// No result.
    Nothing,
}

const fn method(name: &'static str, parameters: &'static [SignatureType], result: SignatureType) -> Signature {
    Signature { name, parameters, result, is_static: false, is_differentiable: false }
}

const fn differentiable(signature: Signature) -> Signature {
    Signature { is_differentiable: true, ..signature }
}

const COMPARABLE: &[Signature] = &[
    method("equals", &[SignatureType::This], SignatureType::Number),
    method("lessThan", &[SignatureType::This], SignatureType::Number),
    method("lessThanOrEquals", &[SignatureType::This], SignatureType::Number),
];

const ADD: Signature = method("add", &[SignatureType::This], SignatureType::This);
const SUB: Signature = method("sub", &[SignatureType::This], SignatureType::This);
const MUL: Signature = method("mul", &[SignatureType::This], SignatureType::This);
const DIV: Signature = method("div", &[SignatureType::This], SignatureType::This);
const MOD: Signature = method("mod", &[SignatureType::This], SignatureType::This);
const NEG: Signature = method("neg", &[], SignatureType::This);
const OF_NUMBER: Signature = method("__init", &[SignatureType::Number], SignatureType::Nothing);

const ARITHMETIC: &[Signature] =
    &[ADD, SUB, MUL, DIV, MOD, NEG, OF_NUMBER, method("__init", &[SignatureType::This], SignatureType::Nothing)];

const LOGICAL: &[Signature] = &[
    method("shl", &[SignatureType::Number], SignatureType::This),
    method("shr", &[SignatureType::Number], SignatureType::This),
    method("bitAnd", &[SignatureType::This], SignatureType::This),
    method("bitOr", &[SignatureType::This], SignatureType::This),
    method("bitXor", &[SignatureType::This], SignatureType::This),
    method("bitNot", &[], SignatureType::This),
    method("and", &[SignatureType::This], SignatureType::This),
    method("or", &[SignatureType::This], SignatureType::This),
    method("not", &[], SignatureType::This),
    OF_NUMBER,
];

const INTEGER: &[Signature] = &[
    method("toInt", &[], SignatureType::Number),
    method("toInt64", &[], SignatureType::Number),
    method("toUInt", &[], SignatureType::Number),
    method("toUInt64", &[], SignatureType::Number),
];

/// The functions of floating-point types are differentiable.
const FLOAT: &[Signature] = &[
    differentiable(method("toFloat", &[], SignatureType::Number)),
    differentiable(ADD),
    differentiable(SUB),
    differentiable(MUL),
    differentiable(DIV),
    differentiable(MOD),
    differentiable(NEG),
];

const DIFFERENTIABLE: &[Signature] = &[
    differentiable(Signature { is_static: true, ..method("dzero", &[], SignatureType::Differential) }),
    differentiable(Signature {
        is_static: true,
        ..method("dadd", &[SignatureType::Differential, SignatureType::Differential], SignatureType::Differential)
    }),
];

impl Implementers {
    /// The signatures of its own functions; inherited interfaces declare further ones.
    pub(in crate::slang) fn signatures(&self) -> &'static [Signature] {
        match self.name {
            "IComparable" => COMPARABLE,
            "IArithmetic" => ARITHMETIC,
            "ILogical" => LOGICAL,
            "IInteger" => INTEGER,
            "IFloat" => FLOAT,
            "IDifferentiable" => DIFFERENTIABLE,
            _ => &[],
        }
    }

    /// The constants that it requires, each of the conforming type.
    pub(in crate::slang) fn constants(&self) -> &'static [&'static str] {
        if self.name == "IRangedValue" { self.members } else { &[] }
    }

    /// Whether it requires a function whose parameters and result are its type arguments.
    pub(in crate::slang) fn is_of_functions(&self) -> bool {
        self.members == ["operator()"]
    }

    /// Whether such a function may modify its object.
    pub(in crate::slang) fn is_of_mutating_functions(&self) -> bool {
        self.name.ends_with("MutatingFunc")
    }
}
