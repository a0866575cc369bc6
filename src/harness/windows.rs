//! System calls of Windows: jobs, which contain a process with its descendants, the threads and
//! clocks of a process, the machine's memory and cores.

use std::io;
use std::mem::{size_of, size_of_val};
use std::os::windows::io::{AsRawHandle, BorrowedHandle, FromRawHandle, OwnedHandle};
use std::ptr::{from_mut, from_ref, null};

use windows_sys::Win32::Foundation::{FILETIME, HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectBasicProcessIdList,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::LibraryLoader::{GetModuleHandleA, GetProcAddress};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::SystemInformation::{
    GetLogicalProcessorInformation, GlobalMemoryStatusEx, MEMORYSTATUSEX, RelationProcessorCore,
    SYSTEM_LOGICAL_PROCESSOR_INFORMATION,
};
use windows_sys::Win32::System::Threading::{
    GetProcessTimes, OpenProcess, OpenThread, PROCESS_NAME_WIN32,
    PROCESS_QUERY_LIMITED_INFORMATION, QueryFullProcessImageNameW, ResumeThread, SuspendThread,
    THREAD_SUSPEND_RESUME,
};

/// The maximum number of processes of a job that are listed.
const LISTED: usize = 1024;

/// A set of processes and their descendants, which the system ends when the job is dropped.
#[derive(Debug)]
pub struct JobObject(OwnedHandle);

/// Takes ownership of a handle returned by a call.
fn owned(handle: HANDLE) -> io::Result<OwnedHandle> {
    if handle.is_null() || handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle is valid, was just opened for us, and has no other owner.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

fn checked(done: i32) -> io::Result<()> {
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

impl JobObject {
    /// Creates a job without processes.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn new() -> io::Result<Self> {
        // SAFETY: attributes and name may be null; the handle is checked before it is used.
        let job = owned(unsafe { CreateJobObjectW(null(), null()) })?;
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        // SAFETY: the handle is open, and the structure is the one of this class, with its size.
        checked(unsafe {
            SetInformationJobObject(
                job.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                from_ref(&limits).cast(),
                size_of_val(&limits) as u32,
            )
        })?;
        Ok(Self(job))
    }

    /// Adds a process.
    ///
    /// # Errors
    /// If it belongs to a job that does not allow nested jobs, or has exited.
    pub fn add(&self, process: BorrowedHandle<'_>) -> io::Result<()> {
        // SAFETY: both handles are open while they are borrowed.
        checked(unsafe {
            AssignProcessToJobObject(self.0.as_raw_handle(), process.as_raw_handle())
        })
    }

    /// Returns the ids of the running processes.
    ///
    /// # Errors
    /// If the system does not report them.
    pub fn processes(&self) -> io::Result<Vec<u32>> {
        // The first element has two 32-bit counts; the ids follow.
        let mut list = [0_usize; 1 + LISTED];
        // SAFETY: the handle is open; the buffer is aligned for the structure of this class, which
        // is a head of 8 bytes before numbers of pointer size, and its size is passed.
        let done = unsafe {
            QueryInformationJobObject(
                self.0.as_raw_handle(),
                JobObjectBasicProcessIdList,
                from_mut(&mut list).cast(),
                size_of_val(&list) as u32,
                std::ptr::null_mut(),
            )
        };
        checked(done)?;
        let count = (list[0] as u64 >> 32) as usize;
        Ok(list[1..].iter().take(count).map(|&id| id as u32).collect())
    }

    /// Ends every process of the job.
    pub fn end(&self) {
        // SAFETY: the handle is open. A refusal leaves the processes running, which the caller sees.
        let _ = unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }
}

/// Returns the ids of a process's threads.
pub fn threads(process: u32) -> Vec<u32> {
    // SAFETY: the call takes two numbers, and the handle is checked before it is used.
    let snapshot = owned(unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) });
    let Ok(snapshot) = snapshot else { return Vec::new() };
    let mut found = Vec::new();
    let mut entry =
        THREADENTRY32 { dwSize: size_of::<THREADENTRY32>() as u32, ..THREADENTRY32::default() };
    // SAFETY: the snapshot is open, and the entry has its size.
    let mut more = unsafe { Thread32First(snapshot.as_raw_handle(), &mut entry) };
    while more != 0 {
        if entry.th32OwnerProcessID == process {
            found.push(entry.th32ThreadID);
        }
        // SAFETY: the snapshot is still open, and the entry has its size.
        more = unsafe { Thread32Next(snapshot.as_raw_handle(), &mut entry) };
    }
    found
}

fn thread(id: u32) -> io::Result<OwnedHandle> {
    // SAFETY: the call takes a number, and the handle is checked before it is used.
    owned(unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, id) })
}

/// Suspends a thread; returns `false` if it has exited. Each call needs a matching [`resume`].
pub fn suspend(id: u32) -> bool {
    // SAFETY: the handle is open with the right to suspend.
    thread(id).is_ok_and(|thread| unsafe { SuspendThread(thread.as_raw_handle()) } != u32::MAX)
}

/// Resumes a thread; returns `false` if it has exited.
pub fn resume(id: u32) -> bool {
    // SAFETY: the handle is open with the right to resume.
    thread(id).is_ok_and(|thread| unsafe { ResumeThread(thread.as_raw_handle()) } != u32::MAX)
}

/// Returns the name of a process's program and its id.
pub fn title(id: u32) -> String {
    let mut path = [0_u16; 1024];
    let mut length = path.len() as u32;
    // SAFETY: the call takes a number, and the handle is checked before it is used.
    let process = owned(unsafe { OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, id) });
    let known = process.is_ok_and(|process| {
        // SAFETY: the handle is open with query access; the buffer has the length that is passed.
        let done = unsafe {
            QueryFullProcessImageNameW(
                process.as_raw_handle(),
                PROCESS_NAME_WIN32,
                path.as_mut_ptr(),
                &mut length,
            )
        };
        done != 0
    });
    let path = String::from_utf16_lossy(&path[..length as usize]);
    match path.rsplit(['\\', '/']).next() {
        Some(name) if known => format!("{name} ({id})"),
        _ => format!("process {id}"),
    }
}

fn is_wine() -> bool {
    // SAFETY: both names end with a zero byte; the library is part of every process and stays loaded.
    unsafe {
        let library = GetModuleHandleA(c"ntdll.dll".as_ptr().cast());
        !library.is_null() && GetProcAddress(library, c"wine_get_version".as_ptr().cast()).is_some()
    }
}

/// Returns the processor time of a process and all its threads, in nanoseconds; `None` under Wine,
/// which returns that of the calling process instead.
pub fn process_nanoseconds(process: BorrowedHandle<'_>) -> Option<u64> {
    if is_wine() {
        return None;
    }
    let [mut created, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle is open while it is borrowed; the four times are ours to write.
    let done = unsafe {
        GetProcessTimes(process.as_raw_handle(), &mut created, &mut ended, &mut kernel, &mut user)
    };
    let ticks =
        |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    (done != 0).then(|| (ticks(kernel) + ticks(user)) * 100)
}

/// Returns the peak memory of a process in bytes.
pub fn peak_memory(process: BorrowedHandle<'_>) -> Option<u64> {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of_val(&counters) as u32;
    // SAFETY: the handle is open while it is borrowed; the structure is ours, and its size is passed.
    let done = unsafe { K32GetProcessMemoryInfo(process.as_raw_handle(), &mut counters, size) };
    (done != 0).then_some(counters.PeakWorkingSetSize as u64)
}

/// Returns the machine's memory in bytes.
pub fn machine_memory() -> Option<u64> {
    let mut status = MEMORYSTATUSEX {
        dwLength: size_of::<MEMORYSTATUSEX>() as u32,
        ..MEMORYSTATUSEX::default()
    };
    // SAFETY: the structure is ours, and its size is passed.
    let done = unsafe { GlobalMemoryStatusEx(&mut status) };
    (done != 0).then_some(status.ullTotalPhys)
}

/// Returns the number of physical cores in the process's processor group.
pub fn physical_cores() -> Option<u32> {
    const ROOM: usize = 1024;
    let mut rows = [SYSTEM_LOGICAL_PROCESSOR_INFORMATION::default(); ROOM];
    let mut bytes = size_of_val(&rows) as u32;
    // SAFETY: the buffer has the size that is passed.
    let done = unsafe { GetLogicalProcessorInformation(rows.as_mut_ptr(), &mut bytes) };
    let filled = bytes as usize / size_of::<SYSTEM_LOGICAL_PROCESSOR_INFORMATION>();
    let cores = rows.iter().take(filled).filter(|row| row.Relationship == RelationProcessorCore);
    (done != 0).then(|| cores.count() as u32).filter(|&count| count > 0)
}
