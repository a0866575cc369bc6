//! Address space layout randomisation, turned off so that address-dependent counts are the same in
//! every run.

/// Returns true if this process runs without randomised addresses.
pub fn is_fixed() -> bool {
    #[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
    {
        personality(None).is_ok_and(|persona| persona & libc::ADDR_NO_RANDOMIZE != 0)
    }
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable))))]
    false
}

/// Sets this process's execution domain if one is given; returns the previous one.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
fn personality(new: Option<libc::c_int>) -> std::io::Result<libc::c_int> {
    /// The argument that only queries.
    const ASK: libc::c_ulong = 0xffff_ffff;
    // SAFETY: the call reads and writes no memory of this process.
    let before = unsafe { libc::personality(new.map_or(ASK, |new| new as libc::c_ulong)) };
    if before < 0 { Err(std::io::Error::last_os_error()) } else { Ok(before) }
}

/// Restarts this program in this process, with its arguments and without randomised addresses. Does
/// nothing if [`is_fixed`].
///
/// # Errors
/// If the system refuses, as containers often do; addresses then stay randomised.
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
    Err("only Linux can turn off the randomisation of addresses".to_owned())
}
