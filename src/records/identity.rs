//! The identity of a CPU, and its name in tables, charts and folder names.

use super::machine_record::Machine;
use super::microarchitecture;

/// The identity of a CPU. Two records come from the same CPU if their identities are equal. The brand
/// distinguishes products with the same core, but does not suffice, since virtual machines often share one brand.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CpuIdentity {
    /// The brand string, with single spaces between the words.
    pub brand: Option<String>,
    /// The vendor: CPUID's vendor string, or the code of an Arm implementer.
    pub vendor: Option<String>,
    /// The family, or Arm's architecture version.
    pub family: Option<u32>,
    /// The model, or Arm's part number.
    pub model: Option<u32>,
    /// The stepping, or Arm's variant and revision.
    pub stepping: Option<u32>,
}

impl CpuIdentity {
    /// Returns the CPU of a record's machine.
    pub fn from_machine(machine: &Machine) -> Self {
        let words = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        Self {
            brand: machine.cpu.as_ref().map(words).filter(|brand| !brand.is_empty()),
            vendor: machine.vendor.clone().filter(|vendor| !vendor.is_empty()),
            family: machine.family,
            model: machine.model,
            stepping: machine.stepping,
        }
    }

    /// Returns the microarchitecture's name, if it is known.
    pub fn microarchitecture(&self) -> Option<&'static str> {
        let vendor = self.vendor.as_deref()?;
        microarchitecture::name(vendor, self.family?, self.model?, self.stepping)
    }

    /// Returns the CPU's name in tables and charts: `AMD EPYC (Zen 5, 26-2-1)` with family, model and
    /// stepping; `AMD EPYC (family 26, model 222, stepping 1)` if the microarchitecture's name is
    /// unknown.
    pub fn title(&self) -> String {
        let brand = self.name().unwrap_or("unknown CPU");
        let numbers = match self.microarchitecture() {
            Some(name) => format!("{name}, {}", self.numbers().join("-")),
            None => self.named_numbers(" ", ", "),
        };
        if numbers.is_empty() { brand.to_owned() } else { format!("{brand} ({numbers})") }
    }

    /// Returns the brand, or the vendor's name if there is no brand.
    fn name(&self) -> Option<&str> {
        let vendor = self.vendor.as_deref();
        let vendor = vendor.map(|code| microarchitecture::implementer(code).unwrap_or(code));
        self.brand.as_deref().or(vendor)
    }

    /// Returns a folder name of lower-case letters, digits and hyphens: `amd-epyc-zen5-26-2-1`.
    pub fn folder(&self) -> String {
        // A brand may end with `@` and the clock.
        let brand = self.name().and_then(|b| b.split('@').next()).unwrap_or("").to_lowercase();
        let noise = ["(r)", "(tm)", "cpu", "processor"];
        let bare = |word: &str| slug(&noise.iter().fold(word.to_owned(), |w, n| w.replace(n, "")));
        let mut parts: Vec<String> = brand.split_whitespace().map(bare).collect();
        match self.microarchitecture() {
            // `Zen 5` becomes one word, `Raptor Cove` two.
            Some(name) => {
                let name = name.to_lowercase().replace("zen ", "zen").replace('+', "-plus");
                parts.push(slug(&name));
                parts.extend(self.numbers());
            }
            None => parts.push(self.named_numbers("", "-")),
        }
        parts.retain(|part| !part.is_empty());
        if parts.is_empty() { "unknown".to_owned() } else { parts.join("-") }
    }

    /// Returns family, model and stepping, as far as they are known.
    fn numbers(&self) -> Vec<String> {
        let known = [self.family, self.model, self.stepping].into_iter().flatten();
        known.map(|number| number.to_string()).collect()
    }

    fn named_numbers(&self, between: &str, separator: &str) -> String {
        let all = [("family", self.family), ("model", self.model), ("stepping", self.stepping)];
        let known = all.into_iter().filter_map(|(name, n)| Some(format!("{name}{between}{}", n?)));
        known.collect::<Vec<_>>().join(separator)
    }
}

/// Replaces all characters but letters and digits by hyphens, and trims hyphens.
fn slug(word: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    word.chars().map(plain).collect::<String>().trim_matches('-').to_owned()
}
