//! The machine's load, and the speed and physical core of each processor.

use std::collections::BTreeMap;

/// Returns the one-minute load average, if the system reports it.
pub fn average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Returns busy and total ticks of each logical processor, from `/proc/stat`.
fn ticks(stat: &str) -> BTreeMap<u32, (u64, u64)> {
    let of_line = |line: &str| {
        let mut words = line.split_whitespace();
        let core = words.next()?.strip_prefix("cpu")?.parse().ok()?;
        let t: Vec<u64> = words.filter_map(|w| w.parse().ok()).collect();
        // Columns: user nice system idle iowait irq softirq steal. User time includes guests.
        let total: u64 = t.iter().take(8).sum();
        let idle = t.get(3)? + t.get(4).copied().unwrap_or(0);
        Some((core, (total - idle, total)))
    };
    stat.lines().filter_map(of_line).collect()
}

/// Measures for a quarter second the share of time that each of these processors is busy.
fn busy(cores: &[u32]) -> Vec<(u32, f64)> {
    let read = || ticks(&std::fs::read_to_string("/proc/stat").unwrap_or_default());
    let before = read();
    std::thread::sleep(std::time::Duration::from_millis(250));
    let after = read();
    let share = |core| {
        let ((b0, t0), (b1, t1)) = before.get(&core).zip(after.get(&core))?;
        (t1 > t0).then(|| b1.saturating_sub(*b0) as f64 / (t1 - t0) as f64)
    };
    cores.iter().map(|&core| (core, share(core).unwrap_or(0.0))).collect()
}

/// Returns the physical core of a logical processor, as the number of the core's first thread;
/// `None` if the system does not report it.
pub(super) fn physical(core: u32) -> Option<u32> {
    let topology = format!("/sys/devices/system/cpu/cpu{core}/topology");
    let list = ["core_cpus_list", "thread_siblings_list"]
        .iter()
        .find_map(|file| std::fs::read_to_string(format!("{topology}/{file}")).ok())?;
    list.trim().split([',', '-']).next()?.parse().ok()
}

/// The relative speed and load of a processor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoreState {
    /// The number of the logical processor.
    pub core: u32,
    /// The speed of the processor's type, as capacity or maximum frequency; only comparisons matter.
    pub speed: u64,
    /// The share of time in which the processor was busy, 0 to 1.
    pub busy: f64,
    /// The physical core, by any unique number.
    pub physical: u32,
}

/// Returns the speed and load of these processors.
pub fn core_states(cores: &[u32]) -> Vec<CoreState> {
    // If the system does not report cores, each processor is its own core.
    let state = |(core, busy)| CoreState {
        core,
        speed: speed(core),
        busy,
        physical: physical(core).unwrap_or(core),
    };
    busy(cores).into_iter().map(state).collect()
}

/// Returns the system's rating of the speed of a processor's type; 1 if the system has none.
pub(super) fn speed(core: u32) -> u64 {
    let number = |file: &str| -> Option<u64> {
        let path = format!("/sys/devices/system/cpu/cpu{core}/{file}");
        std::fs::read_to_string(path).ok()?.trim().parse().ok()
    };
    number("cpu_capacity").or_else(|| number("cpufreq/cpuinfo_max_freq")).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_of_each_processor() {
        let stat = "cpu  9 9 9 9\ncpu0 10 0 5 80 5 0 0 0 0 0\ncpu1 1 2 3 4\nintr 5\n";
        assert_eq!(ticks(stat), [(0, (15, 100)), (1, (6, 10))].into());
    }
}
