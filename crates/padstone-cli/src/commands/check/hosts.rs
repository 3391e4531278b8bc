//! Files of hosts that are generated from shaders: whether they are what the shaders generate now.

use std::fs;
use std::io;
use std::path::Path;

use padstone::check::config::Host;
use padstone::diag::{Diagnostic, Diagnostics, codes};
use padstone::emit::host::{self, HostOptions};
use padstone::source::Interner;

use crate::Failure;
use crate::files::{Output, reason};
use crate::project::{Project, text};
use crate::rules;
use crate::session::Session;

/// Compares those of some shaders, of all if none are named, or writes those that differ. Returns how many there are.
pub(super) fn check(session: &mut Session, project: Option<&Project>, shaders: &[String], write: bool) -> io::Result<usize> {
    let Some(project) = project else { return Ok(0) };
    let shaders: Vec<Option<String>> = shaders.iter().map(|shader| project.inner(shader)).collect();
    let named = |pair: &&Host| shaders.is_empty() || shaders.iter().flatten().any(|shader| *shader == pair.shader.value);
    let pairs: Vec<&Host> = project.config.hosts.iter().filter(named).collect();
    for pair in &pairs {
        let mut found = Diagnostics::new();
        if let Err(why) = one(session, project, pair, write, &mut found)? {
            found.push(Diagnostic::error(&codes::CONFIG_VALUE, why, pair.shader.span));
        }
        session.reporter.report_in(&project.sources, &Interner::new(), &[&found]);
    }
    Ok(pairs.len())
}

fn one(session: &mut Session, project: &Project, pair: &Host, write: bool, found: &mut Diagnostics) -> io::Result<Result<(), String>> {
    let shader = text(&project.folder.join(&pair.shader.value));
    let generated = match generate(session, pair, &shader)? {
        Ok(Some(text)) => text,
        Ok(None) => return Ok(Ok(())),
        Err(why) => return Ok(Err(why)),
    };
    let path = project.folder.join(&pair.file.value);
    let known = fs::read(&path);
    if known.as_ref().is_ok_and(|known| *known == generated) {
        return Ok(Ok(()));
    }
    if write {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let written = folder.map_or(Ok(()), fs::create_dir_all).and_then(|()| Output::replace(&path, &generated));
        if let Err(error) = written {
            session.unwritable(&text(&path), &error);
        }
        return Ok(Ok(()));
    }
    found.push(stale(pair, &path, known, &generated));
    Ok(Ok(()))
}

/// What the file would be; nothing if the shader has errors, which are reported.
fn generate(session: &mut Session, pair: &Host, shader: &str) -> io::Result<Result<Option<Vec<u8>>, String>> {
    let input = match session.inputs(&[shader.to_owned()], None) {
        Ok(mut inputs) => inputs.remove(0),
        Err(Failure::Usage(why)) => return Ok(Err(why)),
        Err(_) => return Ok(Ok(None)),
    };
    let rules = pair.rules.as_ref().map_or("auto", |rules| &rules.value).to_owned();
    let choice = match rules::choose(&[rules], &input.options, input.language) {
        Ok(choices) => choices[0],
        Err(why) => return Ok(Err(why)),
    };
    let Some(Ok(types)) = pair.language().map(|language| pair.types(language)) else { return Ok(Ok(None)) };
    let unit = session.load(&input, choice.spirv);
    let layouts = unit.layout(choice.profile);
    let wanted: Vec<String> = pair.buffers.iter().map(|buffer| buffer.value.clone()).collect();
    let mut text = Vec::new();
    let options = HostOptions { file: &pair.shader.value, wanted: &wanted };
    let found = host::write(&mut text, &types, &unit.module, &layouts, &options)?;
    let failed = unit.diagnostics.has_errors() || layouts.diagnostics.has_errors() || found.has_errors();
    session.reporter.report(&unit, &[&unit.diagnostics, &layouts.diagnostics, &found]);
    Ok(Ok((!failed).then_some(text)))
}

fn stale(pair: &Host, path: &Path, known: io::Result<Vec<u8>>, generated: &[u8]) -> Diagnostic {
    let path = text(path);
    let message = match &known {
        Err(error) => format!("`{path}` cannot be compared with what `{}` generates: {}", pair.shader.value, reason(error)),
        Ok(_) => format!("`{path}` is not what `{}` generates", pair.shader.value),
    };
    let mut diagnostic = Diagnostic::error(&codes::HOST_STALE, message, pair.file.span);
    if let Ok(known) = &known {
        let lines = |text: &[u8]| String::from_utf8_lossy(text).lines().map(str::to_owned).collect::<Vec<_>>();
        let (known, generated) = (lines(known), lines(generated));
        let differ = (0..known.len().max(generated.len())).find(|&line| known.get(line) != generated.get(line));
        if let Some(line) = differ {
            diagnostic = diagnostic.label(pair.file.span, format!("line {} is the first that differs", line + 1));
        }
    }
    diagnostic.help("`padstone check --write` writes it anew")
}
