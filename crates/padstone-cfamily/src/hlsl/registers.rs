//! Which of the registers after a declarator count, as DXC and as FXC have it.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Register, RegisterClass, ResourceKind};
use padstone_source::Span;

use super::constants::Value;
use super::{HLSL_STAGES, Parser, Target};
use crate::constants::Expressions;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::registers::Registers;
use crate::{Token, TokenKind};

/// A register that was read of a declaration, and the profile that it names.
pub(super) struct StatedRegister {
    register: Register,
    profile: Option<String>,
}

impl Parser<'_> {
    /// Reads a `register(…)` and keeps it if it counts. Returns whether it was understood; what was not has been reported.
    pub(super) fn register_annotation(&mut self, into: &mut Vec<Annotation>, stated: &mut Vec<StatedRegister>) -> bool {
        self.register_profile = None;
        let Some(mut register) = self.register() else { return false };
        let profile = self.register_profile.take();
        if let Some(profile) = profile.filter(|_| self.annotates_buffer) {
            // DXC: `err_hlsl_unsupported_buffer_slot_target_specific`; FXC: X3515.
            let name = self.text(profile.symbol).to_owned();
            let message = format!("a buffer has one register for all profiles, not one for `{name}`");
            let found = Diagnostic::error(&codes::REGISTER_PROFILE, message, profile.span);
            self.report(found.help("write the register alone, such as `register(b0)`"));
            return false;
        }
        let profile = profile.map(|token| self.text(token.symbol).to_owned());
        if self.options.fxc {
            if let Some(profile) = &profile
                && !self.is_for_target(profile, register.span)
            {
                return self.options.target.stage.is_some();
            }
            if self.is_before_5_1() {
                // Spaces came with shader model 5.1.
                register.space = None;
                if register.slot.is_none() {
                    return true;
                }
            }
        } else if let Some(profile) = &profile {
            self.drop_other_profile(into, stated, register, profile);
        }
        into.push(Annotation::Register(register));
        stated.push(StatedRegister { register, profile });
        true
    }

    /// Whether FXC looks at a register for that profile: if it is that of the target, with or without its shader model.
    fn is_for_target(&mut self, profile: &str, at: Span) -> bool {
        let Target { stage, major, minor } = self.options.target;
        let name = HLSL_STAGES.iter().find(|(_, known, _)| *known == stage).map_or("", |(name, ..)| *name);
        if stage.is_none() {
            let message = format!("this register applies only to profile `{profile}`");
            let found = Diagnostic::warning(&codes::REGISTER_IGNORED, message, at);
            self.report(
                found
                    .note("without a target, padstone cannot determine whether it applies")
                    .help("pass the target, such as `-- -T ps_5_0`"),
            );
            return false;
        }
        profile == name || profile == format!("{name}_{major}_{minor}")
    }

    /// DXC takes registers of one class for several profiles, and keeps the last, whatever the target (`AddConstant` and
    /// `InitFromUnusualAnnotations` of CGHLSLMS.cpp do not look at profiles).
    fn drop_other_profile(&mut self, into: &mut Vec<Annotation>, stated: &mut Vec<StatedRegister>, last: Register, profile: &str) {
        let class = |register: &Register| register.slot.map(|(class, _)| class);
        let is_other = |other: &StatedRegister| {
            class(&other.register) == class(&last) && other.profile.as_deref().is_some_and(|other| other != profile)
        };
        while let Some(index) = stated.iter().position(is_other) {
            let StatedRegister { register, profile: other } = stated.remove(index);
            into.retain(|annotation| *annotation != Annotation::Register(register));
            let message = format!("the register for `{}` is ignored", other.unwrap_or_default());
            let found = Diagnostic::warning(&codes::REGISTER_IGNORED, message, register.span).label(last.span, "applies to all profiles");
            self.report(found.note("DXC uses the last register, regardless of its profile; FXC uses the one for the target"));
        }
    }

    /// Whether the target of FXC is one before shader model 5.1, as it is if none was requested: FXC is for D3D11.
    pub(super) fn is_before_5_1(&self) -> bool {
        let Target { major, minor, .. } = self.options.target;
        (major, minor) < (5, 1) || self.options.target == Target::default()
    }

    /// FXC before shader model 5.1 does not look at registers of other classes than the declaration has (in 5.1 it reports X3591).
    pub(super) fn drop_other_classes(&self, annotations: &mut Vec<Annotation>, kind: Option<ResourceKind>) {
        if !self.options.fxc || !self.is_before_5_1() {
            return;
        }
        let letter = kind.map_or(Some('c'), |kind| kind.class().map(|class| class.letter()));
        let Some(letter) = letter else { return };
        annotations.retain(|annotation| match annotation {
            Annotation::Register(Register { slot: Some((class, _)), .. }) => {
                class.letter() == letter || kind.is_none() && matches!(class, RegisterClass::B | RegisterClass::I)
            }
            _ => true,
        });
    }
}

impl Registers for Parser<'_> {
    /// `register(s)` is s0: DXC's parser says so in as many words, and FXC does the same.
    fn accepts_no_number(&self) -> bool {
        true
    }

    /// FXC reads the digits and no further.
    fn number_of<'t>(&self, text: &'t str) -> &'t str {
        let digits = text.len() - text.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        if self.options.fxc { &text[..digits] } else { text }
    }

    fn for_profile(&mut self, profile: Token) {
        self.register_profile = Some(profile);
    }

    /// `t2[3]` is t5 to FXC, and t2 to DXC, which reads the brackets and forgets them (DXC issue 708).
    fn subcomponent(&mut self, register: &mut Register) -> bool {
        let open = self.cursor.next();
        let tokens = self.collect_until(&[TokenKind::BracketClose]);
        let value = self.constant(tokens, open.span);
        let index = match self.reported(value).map(|constant| constant.value) {
            Some(Value::Int(index, _)) => i64::try_from(index).ok(),
            // Towards zero, as a cast does.
            Some(Value::Float(index)) if index.abs() < f64::from(u32::MAX) => Some(index as i64),
            Some(Value::Bool(index)) => Some(index.into()),
            _ => None,
        };
        let closed = self.cursor.eat(TokenKind::BracketClose).is_some();
        let at = self.cursor.join(open.span, self.cursor.last);
        let is_ignored = !self.options.fxc || self.annotates_buffer && self.is_before_5_1();
        let Some((index, (class, number))) = index.zip(register.slot).filter(|_| closed) else {
            self.error(&codes::REGISTER_NUMBER, "expected a register index in the brackets", at);
            return false;
        };
        let counted = i64::from(number).checked_add(index).and_then(|counted| u32::try_from(counted).ok());
        let Some(counted) = counted.filter(|_| self.options.fxc || index >= 0) else {
            self.error(&codes::REGISTER_NUMBER, format!("{index} is not allowed in the brackets of a register"), at);
            return false;
        };
        if !is_ignored {
            register.slot = Some((class, counted));
        } else if index != 0 {
            let letter = class.letter();
            let found =
                Diagnostic::warning(&codes::REGISTER_IGNORED, format!("the brackets are ignored: the register is {letter}{number}"), at);
            let note = if self.options.fxc {
                "FXC adds the index to the register of a constant buffer, since shader model 5.1"
            } else {
                "FXC adds the index to the register number; DXC does not (DXC issue 708)"
            };
            self.report(found.note(note).help(format!("write `{letter}{counted}` or `{letter}{number}`")));
        }
        true
    }
}
