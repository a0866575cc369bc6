//! Affinity on Windows: a mask of the processors in the process's group, 64 at most.

use std::io;
use std::os::windows::io::{AsRawHandle, BorrowedHandle};

use windows_sys::Win32::Foundation::ERROR_INVALID_PARAMETER;
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetCurrentThread, GetProcessAffinityMask, SetProcessAffinityMask,
    SetThreadAffinityMask,
};

use super::not_ours;

/// Pins the calling thread to these logical processors. Processes that it starts do not inherit the
/// setting; see [`pin_process`].
///
/// # Errors
/// If a processor does not exist or is not allowed, or none is given.
pub fn pin_current_thread(cores: &[u32]) -> io::Result<()> {
    let mask = mask(cores)?;
    // SAFETY: the pseudo handle of the calling thread is always valid, and the call writes no memory of ours.
    let before = unsafe { SetThreadAffinityMask(GetCurrentThread(), mask) };
    if before == 0 { Err(last_error()) } else { Ok(()) }
}

/// Pins a process with all its threads to these logical processors.
///
/// # Errors
/// As [`pin_current_thread`].
pub fn pin_process(process: BorrowedHandle<'_>, cores: &[u32]) -> io::Result<()> {
    let mask = mask(cores)?;
    // SAFETY: the handle is open while it is borrowed, and the call writes no memory of ours.
    let done = unsafe { SetProcessAffinityMask(process.as_raw_handle(), mask) };
    if done == 0 { Err(last_error()) } else { Ok(()) }
}

/// Returns the logical processors this process may use, ascending; empty if they are unknown.
pub fn allowed() -> Vec<u32> {
    let (mut ours, mut all) = (0_usize, 0_usize);
    // SAFETY: the pseudo handle of this process is always valid, and both masks are ours to write.
    let known = unsafe { GetProcessAffinityMask(GetCurrentProcess(), &mut ours, &mut all) };
    if known == 0 {
        return Vec::new();
    }
    (0..usize::BITS).filter(|core| ours >> core & 1 == 1).collect()
}

fn mask(cores: &[u32]) -> io::Result<usize> {
    let bit = |mask: usize, &core: &u32| Some(mask | 1_usize.checked_shl(core)?);
    cores.iter().try_fold(0, bit).filter(|&mask| mask != 0).ok_or_else(not_ours)
}

/// Returns the system's last error; Windows reports a missing processor as an invalid parameter.
fn last_error() -> io::Error {
    let error = io::Error::last_os_error();
    if error.raw_os_error() == Some(ERROR_INVALID_PARAMETER as i32) { not_ours() } else { error }
}
