//! The `padstone` command: the only part of padstone that uses files and the terminal.

mod answers;
mod arguments;
mod commands;
mod files;
mod git;
mod output;
mod project;
mod regular_files;
mod reporter;
mod response_file;
mod schemas;
mod session;
mod subject;
mod targets;

use std::io;
use std::process::ExitCode;

use arguments::{Arguments, CheckSubject, Color, Command};
use clap::{CommandFactory, FromArgMatches, error::ErrorKind};
use padstone_read::diag::{Diagnostic, Severity, codes};
use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::options::{self, CompilerOptions, OptionError, ParsedArgument};
use padstone_read::source::printable;
use project::{ProjectSettings, Projects};
use regular_files::SizeLimit;
use reporter::Reporter;
use session::Session;

/// Success, possibly with warnings.
const SUCCESS: u8 = 0;
/// The input has errors.
const ERRORS: u8 = 1;
/// The command line is wrong.
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    ExitCode::from(match run() {
        Ok(code) => code,
        Err(Failure::Reported) => ERRORS,
        Err(Failure::Usage(message)) => {
            // If standard error is closed, the message is lost.
            let _ = clap::Error::raw(ErrorKind::ValueValidation, format!("{}\n", printable(&message))).print();
            WRONG_USAGE
        }
        Err(Failure::Clap(error)) => {
            let printed = printed(error.print());
            if error.use_stderr() { WRONG_USAGE } else { printed }
        }
    })
}

/// The reason why the command stopped.
enum Failure {
    /// The error was reported already.
    Reported,
    Usage(String),
    Clap(clap::Error),
}

impl From<OptionError> for Failure {
    fn from(OptionError(message): OptionError) -> Failure {
        Failure::Usage(message)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Usage(message)
    }
}

fn run() -> Result<u8, Failure> {
    let CommandLine { native, options, unknown, response_files } = CommandLine::split(std::env::args_os())?;
    let parsed = |native: Vec<String>| command().try_get_matches_from(native).and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = parsed(native.clone()).map_err(|error| {
        // The message quotes arguments, which may contain control characters.
        let shown = native.iter().map(|argument| printable(argument).into_owned()).collect();
        Failure::Clap(parsed(shown).err().unwrap_or(error))
    })?;

    let requested = match (&arguments.project, arguments.no_project) {
        (Some(file), _) => ProjectSettings::File(file.clone()),
        (None, true) => ProjectSettings::None,
        (None, false) => ProjectSettings::Found,
    };
    let reporter = Reporter::new(&arguments.message_format, color(arguments.color, &io::stderr()));
    let mut session = Session::new(options, reporter, Projects::new(requested), SizeLimit::new(arguments.max_file_size));
    response_files.iter().for_each(|path| session.files.record(path));
    for option in unknown {
        let message = format!("unknown option `{option}` is ignored");
        let mut found = Diagnostic { severity: Severity::Warning, ..Diagnostic::without_place(&codes::OPTION_UNKNOWN, message) };
        if let Some(near) = options::nearest(&option) {
            found = found.help(format!("a similar name exists: `{near}`"));
        }
        session.reporter.report_one(&found);
    }
    let stdout = color(arguments.color, &io::stdout());
    match &arguments.command {
        Command::Layout(layout) => commands::layout::run(session, layout, stdout),
        Command::Explain(explain) => commands::explain::run(session, explain, stdout),
        Command::Compare(compare) => commands::compare::run(session, compare, stdout),
        Command::Reflect(reflect) => commands::reflect::run(session, reflect),
        Command::Optimize(optimize) => commands::optimize::run(session, optimize),
        Command::Emit(emit) => commands::emit::run(session, emit),
        Command::Rewrite(rewrite) => commands::rewrite::run(session, rewrite),
        Command::Check(check) => match &check.subject {
            Some(CheckSubject::Host(host)) => commands::check_host::run(session, host),
            None => commands::check::run(session, check),
        },
        Command::Diff(diff) => commands::diff::run(session, diff),
        Command::Schema(schema) => {
            session.without_output("schema", None)?;
            commands::schema::run(schema)
        }
        Command::Pages(pages) => {
            session.without_output("pages", None)?;
            commands::pages::run(pages, command())
        }
    }
}

/// The command line for clap; the help of commands that read shaders also lists the compiler options.
fn command() -> clap::Command {
    let help =
        format!("Options of dxc, slangc and glslang (anywhere; after a lone --, every argument is one of these):\n{}", options::help());
    let reads_no_shader = |command: &clap::Command| ["schema", "pages"].contains(&command.get_name());
    Arguments::command().mut_subcommands(|command| if reads_no_shader(&command) { command } else { command.after_long_help(help.clone()) })
}

/// Prints an existing text.
fn print(text: &str) -> u8 {
    let mut out = io::stdout();
    printed(io::Write::write_all(&mut out, text.as_bytes()).and_then(|()| io::Write::flush(&mut out)))
}

/// The exit code of a command that only prints.
fn printed(result: io::Result<()>) -> u8 {
    match result {
        Ok(()) => SUCCESS,
        // A closed pipe means that its reader has finished.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => SUCCESS,
        Err(error) => {
            let _ = clap::Error::raw(ErrorKind::Io, format!("cannot write standard output: {}\n", files::reason(&error))).print();
            ERRORS
        }
    }
}

/// The arguments of the command line, split.
struct CommandLine {
    /// The arguments for clap.
    native: Vec<String>,
    /// The options of the compilers.
    options: CompilerOptions,
    /// Unknown options after `--`.
    unknown: Vec<String>,
    /// The files whose words are among the arguments.
    response_files: Vec<String>,
}

impl CommandLine {
    fn split(arguments: impl Iterator<Item = std::ffi::OsString>) -> Result<CommandLine, Failure> {
        let arguments = arguments.map(|argument| argument.into_string().map_err(|_| Failure::Usage("an argument is not UTF-8".into())));
        let mut arguments = arguments.collect::<Result<Vec<String>, Failure>>()?.into_iter();
        let mut native: Vec<String> = arguments.next().into_iter().collect();
        let response_file::ExpandedArguments { words, files: response_files } = response_file::expand(arguments)?;
        let mut arguments = words.into_iter();

        let mut options = CompilerOptions::default();
        while let Some(argument) = arguments.next() {
            if argument == "--" {
                break;
            }
            // Before a command, `-V` prints padstone's version; after it, it is glslang's option.
            if native.len() < 2 && argument == "-V" {
                native.push(argument);
            } else if let ParsedArgument::Other(argument) = options.take(argument, &mut arguments)? {
                native.push(argument);
            }
        }
        let mut after = CompilerOptions::default();
        let mut unknown = Vec::new();
        while let Some(argument) = arguments.next() {
            match after.take(argument, &mut arguments)? {
                // A compiler's own command line has its source file among the options.
                ParsedArgument::Other(file) if !file.starts_with('-') || file == "-" => native.push(file),
                ParsedArgument::Other(option) => unknown.push(option),
                ParsedArgument::Option | ParsedArgument::Irrelevant => {}
            }
        }
        options.merge(after)?;
        Ok(CommandLine { native, options, unknown, response_files })
    }
}

/// Whether to color a stream: as requested, otherwise if it is a terminal with colors.
fn color(when: Color, stream: &dyn AutoColor) -> TerminalColor {
    let coloured = match when {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => stream.coloured(),
    };
    if coloured { TerminalColor::Ansi } else { TerminalColor::Never }
}

trait AutoColor {
    fn coloured(&self) -> bool;
}

impl<S: anstream::stream::RawStream> AutoColor for S {
    fn coloured(&self) -> bool {
        anstream::AutoStream::choice(self) != anstream::ColorChoice::Never
    }
}
