//! Address space layout randomisation, off: whatever depends on an address is then the same in
//! every run.

/// Returns true when this process runs without randomised addresses.
pub fn is_fixed() -> bool {
    #[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
    {
        personality(None).is_ok_and(|persona| persona & libc::ADDR_NO_RANDOMIZE != 0)
    }
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable))))]
    false
}

/// Sets the execution domain of this process, where one is given; returns the one before.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
fn personality(new: Option<libc::c_int>) -> std::io::Result<libc::c_int> {
    /// Asks alone.
    const ASK: libc::c_ulong = 0xffff_ffff;
    // SAFETY: the call reads and writes no memory of this process.
    let before = unsafe { libc::personality(new.map_or(ASK, |new| new as libc::c_ulong)) };
    if before < 0 { Err(std::io::Error::last_os_error()) } else { Ok(before) }
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
        use std::os::unix::process::CommandExt;

        let refused = |error: &dyn std::fmt::Display| {
            format!("the system refuses to leave addresses unrandomised: {error}")
        };
        let persona = personality(None).map_err(|e| refused(&e))?;
        personality(Some(persona | libc::ADDR_NO_RANDOMIZE)).map_err(|e| refused(&e))?;
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
