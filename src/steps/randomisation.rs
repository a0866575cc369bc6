//! Address space layout randomisation, off: whatever depends on an address is then the same in
//! every run.

/// Returns true when this process runs without randomised addresses.
pub fn is_fixed() -> bool {
    #[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
    {
        use nix::sys::personality::{self, Persona};
        personality::get().is_ok_and(|persona| persona.contains(Persona::ADDR_NO_RANDOMIZE))
    }
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable))))]
    false
}

/// Starts this program again in this process, with its arguments and without randomised addresses.
/// Does nothing where [`is_fixed`].
///
/// # Errors
/// A sentence, where the system refuses: containers often do. Addresses are then as they were.
pub fn restart_with_fixed_addresses() -> Result<(), String> {
    if is_fixed() {
        return Ok(());
    }
    #[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
    {
        use nix::sys::personality::{self, Persona};
        use std::os::unix::process::CommandExt;

        let refused = |error: &dyn std::fmt::Display| {
            format!("the system refuses to leave addresses unrandomised: {error}")
        };
        let persona = personality::get().map_err(|e| refused(&e))?;
        personality::set(persona | Persona::ADDR_NO_RANDOMIZE).map_err(|e| refused(&e))?;
        if !is_fixed() {
            return Err(refused(&"it took the request and did nothing"));
        }
        let program = std::env::current_exe().map_err(|e| refused(&e))?;
        let error = std::process::Command::new(program).args(std::env::args_os().skip(1)).exec();
        Err(refused(&error))
    }
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable))))]
    Err("addresses are left unrandomised on Linux alone".to_owned())
}
