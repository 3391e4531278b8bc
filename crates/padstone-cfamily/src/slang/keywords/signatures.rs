//! The signatures of the requirements of built-in interfaces (libslang 2026.12, each measured with a type that declares it differently).

use super::Implementers;

/// What a function of an interface is declared as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::slang) struct Signature {
    pub(in crate::slang) name: &'static str,
    pub(in crate::slang) parameters: &'static [Part],
    pub(in crate::slang) result: Part,
    pub(in crate::slang) is_static: bool,
    pub(in crate::slang) is_differentiable: bool,
}

/// What goes into a function or comes out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::slang) enum Part {
    /// The type that implements the interface.
    This,
    /// A number or truth: all of them are made into one another.
    Number,
    /// The associated type that is the derivative.
    Differential,
    /// Nothing is returned.
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

/// What fractions do has derivatives.
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
    /// How it declares functions itself; those that it is based on declare more.
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

    /// Constants that it requires, each of the type that implements it.
    pub(in crate::slang) fn constants(&self) -> &'static [&'static str] {
        if self.name == "IRangedValue" { self.members } else { &[] }
    }

    /// Whether it requires a function that is called with the types that it takes, and returns the first.
    pub(in crate::slang) fn is_of_functions(&self) -> bool {
        self.members == ["operator()"]
    }

    /// Whether such a function may change what it is called of.
    pub(in crate::slang) fn is_of_mutating_functions(&self) -> bool {
        self.name.ends_with("MutatingFunc")
    }
}
