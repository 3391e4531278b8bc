//! Capabilities of a target, from profiles and `-capability`.

/// The capabilities of a profile and of `-capability`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// The newest D3D shader model that one of them is or implies.
    pub model: (u32, u32),
    /// Whether the profile is one of another target, such as `glsl_450`.
    pub of_other_target: bool,
}

impl Capabilities {
    /// Parses the values of `-profile` and `-capability` as slangc does; `None` if there are neither.
    ///
    /// ```
    /// use padstone_bind::Capabilities;
    /// let read = |profile, more: &[&str]| Capabilities::read(profile, more.iter().copied());
    /// assert_eq!(read(None, &[]), None);
    /// assert_eq!(read(Some("ps_5_0"), &["sm_6_6"]).unwrap(), Capabilities { model: (6, 6), of_other_target: false });
    /// assert_eq!(read(Some("glsl_450"), &[]).unwrap(), Capabilities { model: (0, 0), of_other_target: true });
    /// ```
    pub fn read<'a>(profile: Option<&'a str>, capabilities: impl IntoIterator<Item = &'a str>) -> Option<Capabilities> {
        let base = profile.map(|profile| profile.split('+').next().unwrap_or_default());
        let of_other_target = base.is_some_and(|base| ["glsl_", "spirv_", "metallib_"].iter().any(|family| base.starts_with(family)));
        let mut texts = profile.into_iter().chain(capabilities).peekable();
        texts.peek()?;
        let model = texts.flat_map(|text| text.split('+')).filter_map(model).max().unwrap_or_default();
        Some(Capabilities { model, of_other_target })
    }
}

/// The shader model that a capability is, or belongs to (libslang 2026.12, measured).
fn model(capability: &str) -> Option<(u32, u32)> {
    const NEW: &[&str] =
        &["descriptor_handle", "all", "atomic64", "cooperative_matrix", "cooperative_vector", "ser", "glsl_460", "GLSL_460"];
    if NEW.contains(&capability) {
        return Some((6, 6));
    }
    let name = capability.strip_suffix("_version").unwrap_or(capability);
    let (family, numbers) = name.strip_prefix('_').unwrap_or(name).split_once('_')?;
    let is_d3d = ["sm", "lib", "vs", "hs", "ds", "gs", "ps", "cs", "as", "ms"].contains(&family);
    let (major, minor) = numbers.split_once('_').filter(|_| is_d3d)?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
