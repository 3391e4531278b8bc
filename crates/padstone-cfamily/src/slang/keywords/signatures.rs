//! The signatures of the requirements of built-in interfaces (libslang 2026.12, each measured with a type that declares it differently).

use super::Implementers;

/// The declared signature of a function of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::slang) struct Signature {
    pub(in crate::slang) name: &'static str,
    pub(in crate::slang) parameters: &'static [Part],
    pub(in crate::slang) result: Part,
    pub(in crate::slang) is_static: bool,
    pub(in crate::slang) is_differentiable: bool,
}

/// The type of a parameter or result of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::slang) enum Part {
    /// The conforming type.
    This,
    /// A number or bool: all of them convert to one another.
    Number,
    /// The associated type of the derivative.
    Differential,
    /// No result.
    Nothing,
}

const fn method(name: &'static str, parameters: &'static [Part], result: Part) -> Signature {
    Signature { name, parameters, result, is_static: false, is_differentiable: false }
}

const fn differentiable(signature: Signature) -> Signature {
    Signature { is_differentiable: true, ..signature }
}

const COMPARABLE: &[Signature] = &[
    method("equals", &[Part::This], Part::Number),
    method("lessThan", &[Part::This], Part::Number),
    method("lessThanOrEquals", &[Part::This], Part::Number),
];

const ADD: Signature = method("add", &[Part::This], Part::This);
const SUB: Signature = method("sub", &[Part::This], Part::This);
const MUL: Signature = method("mul", &[Part::This], Part::This);
const DIV: Signature = method("div", &[Part::This], Part::This);
const MOD: Signature = method("mod", &[Part::This], Part::This);
const NEG: Signature = method("neg", &[], Part::This);
const OF_NUMBER: Signature = method("__init", &[Part::Number], Part::Nothing);

const ARITHMETIC: &[Signature] = &[ADD, SUB, MUL, DIV, MOD, NEG, OF_NUMBER, method("__init", &[Part::This], Part::Nothing)];

const LOGICAL: &[Signature] = &[
    method("shl", &[Part::Number], Part::This),
    method("shr", &[Part::Number], Part::This),
    method("bitAnd", &[Part::This], Part::This),
    method("bitOr", &[Part::This], Part::This),
    method("bitXor", &[Part::This], Part::This),
    method("bitNot", &[], Part::This),
    method("and", &[Part::This], Part::This),
    method("or", &[Part::This], Part::This),
    method("not", &[], Part::This),
    OF_NUMBER,
];

const INTEGER: &[Signature] = &[
    method("toInt", &[], Part::Number),
    method("toInt64", &[], Part::Number),
    method("toUInt", &[], Part::Number),
    method("toUInt64", &[], Part::Number),
];

/// The functions of floating-point types are differentiable.
const FLOAT: &[Signature] = &[
    differentiable(method("toFloat", &[], Part::Number)),
    differentiable(ADD),
    differentiable(SUB),
    differentiable(MUL),
    differentiable(DIV),
    differentiable(MOD),
    differentiable(NEG),
];

const DIFFERENTIABLE: &[Signature] = &[
    differentiable(Signature { is_static: true, ..method("dzero", &[], Part::Differential) }),
    differentiable(Signature { is_static: true, ..method("dadd", &[Part::Differential, Part::Differential], Part::Differential) }),
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
