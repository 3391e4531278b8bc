//! The engine says what the naive implementation says.

use crate::compare::{check, choose_dxc, choose_std140, choose_std430};
use crate::each_program::for_each_program;
use crate::generate::Dialect;

#[test]
fn of_dx_cbuffer_and_dx_structured() {
    for_each_program(Dialect::Hlsl, |subject| check(subject, "dxc", choose_dxc));
}

#[test]
fn of_std140() {
    for_each_program(Dialect::Glsl, |subject| check(subject, "std140", choose_std140));
}

#[test]
fn of_std430() {
    for_each_program(Dialect::Glsl, |subject| check(subject, "std430", choose_std430));
}
