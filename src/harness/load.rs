//! The machine's load.

use std::collections::BTreeMap;

/// The load average over one minute, where the system tells.
pub fn average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Busy and total ticks of each logical processor, from `/proc/stat`.
fn ticks(stat: &str) -> BTreeMap<u32, (u64, u64)> {
    let of_line = |line: &str| {
        let mut words = line.split_whitespace();
        let core = words.next()?.strip_prefix("cpu")?.parse().ok()?;
        let t: Vec<u64> = words.filter_map(|w| w.parse().ok()).collect();
        // user nice system idle iowait irq softirq steal; guest time is within user time.
        let total: u64 = t.iter().take(8).sum();
        let idle = t.get(3)? + t.get(4).copied().unwrap_or(0);
        Some((core, (total - idle, total)))
    };
    stat.lines().filter_map(of_line).collect()
}

/// Share of the last moment that each of these processors was busy, watched for a quarter second.
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

/// The physical core that a logical processor is a thread of, by the number of its first thread; `None`
/// where the system does not tell.
pub(super) fn physical(core: u32) -> Option<u32> {
    let topology = format!("/sys/devices/system/cpu/cpu{core}/topology");
    let list = ["core_cpus_list", "thread_siblings_list"]
        .iter()
        .find_map(|file| std::fs::read_to_string(format!("{topology}/{file}")).ok())?;
    list.trim().split([',', '-']).next()?.parse().ok()
}

/// Relative speed of a processor, and its load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoreState {
    /// The logical processor.
    pub core: u32,
    /// Speed of the processor's kind: capacity or highest frequency; only the order counts.
    pub speed: u64,
    /// Share of the time it was busy, 0 to 1.
    pub busy: f64,
    /// The physical core it is a thread of, by any number that names it.
    pub physical: u32,
}

/// Speed and load of these processors.
pub fn core_states(cores: &[u32]) -> Vec<CoreState> {
    // Where the system does not tell, each is one by itself.
    let state = |(core, busy)| CoreState {
        core,
        speed: speed(core),
        busy,
        physical: physical(core).unwrap_or(core),
    };
    busy(cores).into_iter().map(state).collect()
}

/// Speed of a processor's kind, as the system rates it; 1 where it does not.
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
