//! Parser of Callgrind's output with uncompressed strings and positions.

/// The instructions at a position, without those of called functions.
pub struct CostLine<'a> {
    /// File of the program or library.
    pub object: &'a str,
    pub function: &'a str,
    /// The address with `--dump-instr=yes`, otherwise the line.
    pub position: &'a str,
    pub count: u64,
}

/// Parses Callgrind's output into lines, one for each position with a cost.
pub fn cost_lines(text: &str) -> Result<Vec<CostLine<'_>>, String> {
    let header = |key| text.lines().find_map(|line| line.strip_prefix(key));
    let mut events = header("events:").unwrap_or_default().split_whitespace();
    if events.next() != Some("Ir") {
        return Err("instructions are not its first event".to_owned());
    }
    let positions = header("positions:").map_or(1, |words| words.split_whitespace().count());
    let (mut object, mut function, mut of_call, mut lines) = ("", "", false, Vec::new());
    for (index, line) in text.lines().enumerate() {
        if let Some(name) = line.strip_prefix("ob=") {
            object = name;
        } else if let Some(name) = line.strip_prefix("fn=") {
            function = name;
        } else if line.starts_with("calls=") {
            // The next line has the inclusive cost of the call, which the callee's own lines contain, too.
            of_call = true;
        } else if line.starts_with(['+', '-', '*']) {
            return Err("positions are compressed".to_owned());
        } else if line.starts_with(|c: char| c.is_ascii_digit()) && !std::mem::take(&mut of_call) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let count = words.get(positions).and_then(|count| count.parse().ok());
            let count = count.ok_or_else(|| format!("line {}: no instructions", index + 1))?;
            lines.push(CostLine { object, function, position: words[0], count });
        }
    }
    Ok(lines)
}
