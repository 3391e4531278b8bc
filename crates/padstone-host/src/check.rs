//! A struct of the host against a layout, member by member.

use padstone::layout::{Layout, ModuleLayout, Shape, TypeLayouts, is_padding};
use padstone::model::{Count, FieldRole, Module, Size, Type, TypeId};

use crate::debug::{HostMember, HostShape, HostType};
use crate::names::same_name;
use crate::numbers::{of_host, of_shader};

/// What the comparison of a struct with a layout came to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Members of the shader that were compared, at all levels.
    pub compared: usize,
    /// Where the two do not agree.
    pub differences: Vec<Difference>,
    /// Members of the struct that the shader does not have, by their paths: they do no harm by themselves.
    pub only_host: Vec<String>,
}

/// A member on which the two do not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Its path in the shader; empty for the whole.
    pub path: String,
    /// What is wrong.
    pub what: String,
    /// What to change in the program…
    pub host_fix: String,
    /// … or in the shader.
    pub shader_fix: String,
}

/// Holds a struct against a layout.
pub fn check(module: &Module, layouts: &ModuleLayout, layout: &Layout, host: &HostType) -> Report {
    let types = layouts.types(layout);
    let mut check = Check { module, types, report: Report::default() };
    let mut content = layout.content;
    // The struct stands for one element of an array.
    if let (Some(_), Type::Array { element, .. }) = (layout.stride, module.types[content]) {
        content = element;
    }
    check.value("", content, host);
    check.whole(layout, host);
    check.report
}

/// A member of the shader, and where it lies on both sides.
#[derive(Clone, Copy)]
struct Before<'a> {
    name: &'a str,
    offset: u64,
    host: u64,
    /// Whether something is to be done about it.
    mended: bool,
}

struct Check<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    report: Report,
}

impl Check<'_> {
    /// The size of the struct: elements must lie as far apart, and a buffer must not be shorter than the shader reads.
    fn whole(&mut self, layout: &Layout, host: &HostType) {
        let (size, name) = (layout.size.bytes(), host.name.as_str());
        match layout.stride.map(|stride| stride.bytes()) {
            Some(stride) if stride != host.size => {
                let what = format!("elements lie {stride} bytes apart, and `{name}` has {} bytes", host.size);
                let host_fix = match stride.checked_sub(host.size) {
                    Some(more) => format!("{more} bytes of padding at its end: `uint8_t _pad[{more}];`"),
                    None => format!(
                        "make it {} bytes shorter: it is aligned to more than the shader has, or has members that it does not",
                        host.size - stride
                    ),
                };
                let shader_fix = match host.size.checked_sub(stride) {
                    Some(more) => format!("{more} bytes of padding at the end of the struct"),
                    None => format!("{} bytes less: a member that the program does not have, or padding", stride - host.size),
                };
                self.differ("", what, host_fix, shader_fix);
            }
            None if host.size < self.end(layout.content).min(size) => {
                let what = format!("the shader reads {size} bytes, and `{name}` has {}", host.size);
                let shader_fix = format!("take out what stands behind byte {}", host.size);
                self.differ("", what, format!("{} bytes more at its end", size - host.size), shader_fix);
            }
            _ => {}
        }
    }

    fn end(&self, ty: TypeId) -> u64 {
        let ends = self.types.fields(self.module, ty).filter_map(|(_, place)| place.offset.plus(place.size));
        ends.map(|end| end.bytes()).max().unwrap_or(0)
    }

    /// A value of the shader, and what the host has in its place.
    fn value(&mut self, path: &str, ty: TypeId, host: &HostType) {
        match (self.module.types[ty], self.types.get(ty).map(|layout| layout.shape)) {
            (Type::Struct(_), _) => match self.members(ty, host) {
                Some(members) => {
                    self.record(path, ty, 0, members);
                    self.extra(path, ty, members);
                }
                None => {
                    let what = format!("the shader has {} here, and the program no struct", self.module.type_name(ty));
                    self.differ(path, what, "a struct with its members".into(), "what the program has there, without a struct".into());
                }
            },
            (Type::Array { element, count }, Ok(Shape::Array { stride })) => self.array(path, ty, element, count, stride.bytes(), host),
            _ => self.numbers(path, ty, host),
        }
    }

    /// The members that stand for those of a struct of the shader: the type may be a wrapper around what has them.
    fn members<'h>(&self, ty: TypeId, host: &'h HostType) -> Option<&'h [HostMember]> {
        let is_known = |member: &HostMember| {
            let mut fields = self.types.fields(self.module, ty);
            fields.any(|(field, _)| field.role == FieldRole::Base || same_name(self.module.name(field.name), &member.name))
        };
        let inside = match &host.shape {
            HostShape::Record { members } if members.iter().any(is_known) => host,
            _ => only(host),
        };
        match &inside.shape {
            HostShape::Record { members } => Some(members),
            _ => None,
        }
    }

    /// The members of a struct that begins at `base` of the host's.
    fn record(&mut self, path: &str, ty: TypeId, base: u64, host: &[HostMember]) {
        let (module, types) = (self.module, self.types);
        let mut before: Option<Before<'_>> = None;
        for (field, place) in types.fields(module, ty) {
            let name = module.name(field.name);
            if field.role == FieldRole::Base {
                self.record(path, field.ty, base + place.offset.bytes(), host);
                continue;
            }
            let takes_nothing = place.size == Size::ZERO && place.bits.is_none();
            if takes_nothing || name.is_empty() || is_padding(name) {
                continue;
            }
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            self.report.compared += 1;
            let offset = base + place.offset.bytes();
            let Some(member) =
                host.iter().find(|member| member.name == name).or_else(|| host.iter().find(|member| same_name(&member.name, name)))
            else {
                let what = format!("the shader has it at byte {offset}, and the program has no such member");
                self.differ(
                    &path,
                    what,
                    format!("a member `{name}` at byte {offset}"),
                    "take it out, or name it as the program does".into(),
                );
                continue;
            };
            let known = self.report.differences.len();
            if member.offset != offset {
                self.elsewhere(&path, member, offset, before);
            }
            // Bit-fields of the two are counted differently: their unit is what is compared.
            if place.bits.is_none() && !member.is_bits {
                self.value(&path, field.ty, &member.ty);
            }
            before = Some(Before { name, offset, host: member.offset, mended: self.report.differences.len() > known });
        }
    }

    /// A member that lies at another byte.
    fn elsewhere(&mut self, path: &str, member: &HostMember, offset: u64, before: Option<Before<'_>>) {
        let (name, at) = (&member.name, member.offset);
        let what = format!("byte {offset} in the shader, and byte {at} in the program");
        if let Some(Before { name: other, .. }) = before.filter(|before| at < before.host && offset > before.offset) {
            return self.differ(path, what, format!("`{name}` behind `{other}`"), format!("`{name}` in front of `{other}`"));
        }
        if let Some(Before { name: other, .. }) = before.filter(|before| before.mended) {
            let fix = format!("mend `{other}` first, behind which it lies");
            return self.differ(path, what, fix.clone(), fix);
        }
        let (host_fix, shader_fix) = match offset.checked_sub(at) {
            Some(more) => (
                format!("{more} bytes of padding before it: `uint8_t _pad[{more}];`"),
                format!("{more} bytes less before it: what stands there is longer or aligned to more than in the program"),
            ),
            None => {
                let less = at - offset;
                (
                    format!("{less} bytes less before `{name}`: what stands there is longer or aligned to more than in the shader"),
                    format!("{less} bytes of padding before it"),
                )
            }
        };
        self.differ(path, what, host_fix, shader_fix);
    }

    fn array(&mut self, path: &str, array: TypeId, element: TypeId, count: Count, stride: u64, host: &HostType) {
        let host = only(host);
        let HostShape::Array { element: inner, count: host_count } = &host.shape else {
            // A struct may hold the last element by itself, because that has no padding.
            let found = of_host(host);
            if of_shader(self.module, self.types, array).is_some_and(|numbers| numbers.iter().all(|number| number.is_among(&found))) {
                return;
            }
            return self.differ(
                path,
                "an array in the shader, and none in the program".into(),
                format!("an array whose elements take {stride} bytes"),
                "what the program has there, without an array".into(),
            );
        };
        if let Some(count) = count.known().filter(|count| count != host_count) {
            let what = format!("{count} elements in the shader, and {host_count} in the program");
            self.differ(path, what, format!("{count} elements"), format!("{host_count} elements"));
        }
        if inner.size != stride {
            let what = format!("elements lie {stride} bytes apart in the shader, and {} in the program", inner.size);
            let host_fix = match stride.checked_sub(inner.size) {
                Some(more) => format!("a struct of the element and {more} bytes of padding for each"),
                None => format!("elements of {stride} bytes"),
            };
            let shader_fix = match (stride, inner.size) {
                (16, 4 | 8) => format!("{} of them in each vector of four: `{path}[i / {1}][i % {1}]`", 16 / inner.size, 16 / inner.size),
                (_, size) => format!("elements of {size} bytes"),
            };
            return self.differ(path, what, host_fix, shader_fix);
        }
        let inner = inner.clone();
        self.value(&format!("{path}[]"), element, &inner);
    }

    /// A scalar, a vector or a matrix: its numbers, wherever the host has them.
    fn numbers(&mut self, path: &str, ty: TypeId, host: &HostType) {
        let Some(wanted) = of_shader(self.module, self.types, ty) else { return };
        let found = of_host(host);
        let Some(missing) = wanted.iter().find(|number| !number.is_among(&found)) else { return };
        let name = self.module.type_name(ty);
        let kind = |float: bool| if float { "floating-point number" } else { "whole number" };
        let at = found.iter().find(|number| number.offset == missing.offset);
        let what = match at {
            Some(number) if number.size != missing.size => {
                format!("{name} in the shader, of numbers of {} bytes, and of {} in the program", missing.size, number.size)
            }
            Some(number) => format!("a {} in the shader, and a {} in the program", kind(missing.float), kind(number.float)),
            None => format!(
                "{name} in the shader has a number {} bytes from its start, and the {} bytes in the program have none there",
                missing.offset, host.size
            ),
        };
        let end = wanted.iter().map(|number| number.offset + number.size).max().unwrap_or(0);
        let numbers = |count: usize| if count == 1 { "one number".to_owned() } else { format!("{count} numbers") };
        let host_fix = match at {
            Some(number) if number.size == missing.size => format!("a {} of {} bytes", kind(missing.float), missing.size),
            _ => format!("a type with {} of {} bytes in {end} bytes", numbers(wanted.len()), missing.size),
        };
        let shader_fix = match at {
            Some(number) if number.size != missing.size => format!("a type of numbers of {} bytes", number.size),
            Some(number) => format!("a {} of {} bytes", kind(number.float), number.size),
            None => format!("a type with {} in {} bytes, side by side", numbers(found.len()), host.size),
        };
        self.differ(path, what, host_fix, shader_fix);
    }

    /// What the shader does not have.
    fn extra(&mut self, path: &str, ty: TypeId, host: &[HostMember]) {
        let mut names: Vec<&str> = Vec::new();
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            for (field, _) in self.types.fields(self.module, ty) {
                match field.role {
                    FieldRole::Base => open.push(field.ty),
                    _ => names.push(self.module.name(field.name)),
                }
            }
        }
        let is_extra = |member: &&HostMember| !is_padding(&member.name) && !names.iter().any(|name| same_name(name, &member.name));
        let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
        self.report.only_host.extend(host.iter().filter(is_extra).map(|member| format!("{prefix}{}", member.name)));
    }

    fn differ(&mut self, path: &str, what: String, host_fix: String, shader_fix: String) {
        self.report.differences.push(Difference { path: path.to_owned(), what, host_fix, shader_fix });
    }
}

/// What is inside of structs that hold one thing and padding: `std::array`, elements of arrays with padding behind them.
fn only(ty: &HostType) -> &HostType {
    let mut ty = ty;
    while let HostShape::Record { members } = &ty.shape {
        let mut data = members.iter().filter(|member| !is_padding(&member.name));
        match (data.next(), data.next()) {
            (Some(member), None) if member.offset == 0 && !matches!(member.ty.shape, HostShape::Number { .. } | HostShape::Opaque) => {
                ty = &member.ty
            }
            _ => break,
        }
    }
    ty
}
