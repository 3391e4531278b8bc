//! Debian packages of missing programs.

use crate::command::{find, program, run, succeeds};

/// Installs the Debian packages of missing programs.
pub(crate) fn install_packages(programs: &[(&str, &str)]) {
    // Installs only missing programs: if one from another source conflicts with its Debian package, apt installs no package at all.
    let mut packages: Vec<&str> = programs.iter().filter(|(program, _)| find(program).is_none()).map(|&(_, package)| package).collect();
    packages.dedup();
    if packages.is_empty() {
        return;
    }
    let Some(privilege) = privilege() else {
        println!("not installing Debian packages: requires apt-get, and root or sudo without a password");
        return;
    };
    println!("installing Debian packages: {}", packages.join(" "));
    let apt = |arguments: &[&str]| {
        // Another apt-get, such as the updates of a new machine, may hold the lock.
        let options: &[&str] = &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"];
        let command = [privilege, options, arguments].concat();
        program(command[0], &command[1..])
    };
    // If the index cannot be refreshed, the old one may still contain the packages.
    run(apt(&["update"]));
    run(apt(&[&["install", "-y", "--no-install-recommends"], &packages[..]].concat()));
}

/// The command prefix for running as root; `None` if that is not permitted.
fn privilege() -> Option<&'static [&'static str]> {
    find("apt-get")?;
    let id = program("id", &["-u"]).output().ok()?;
    if id.stdout.trim_ascii() == b"0" { Some(&[]) } else { succeeds(program("sudo", &["-n", "true"])).then_some(&["sudo", "-n"]) }
}
