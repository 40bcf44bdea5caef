import Basics
import Foundation

/// What the system tells of this process (proc(5)).
struct ProcessFigures {
    /// Bytes.
    let residentMemory: Int
    let virtualMemory: Int
    let cpuSeconds: Double
    let openDescriptors: Int
    let descriptorLimit: Int
    let threads: Int
    /// Seconds since 1970.
    let startTime: Double

    /// Nil where the system tells nothing.
    init?() {
        guard let text = Self.text("/proc/self/stat"), let end = text.lastIndex(of: ")") else { return nil }
        // The fields after the program's name, which may hold anything; the first one is the third of all.
        let fields = text[text.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
        guard fields.count > 21 else { return nil }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        cpuSeconds = (fields[11] + fields[12]) / ticks
        threads = Int(fields[17])
        // Told in ticks since the machine's start, which hardened units hide in /proc/stat.
        startTime = Self.boot + fields[19] / ticks
        virtualMemory = Int(fields[20])
        residentMemory = Int(fields[21]) * sysconf(Int32(_SC_PAGESIZE))
        // Without the list the figure is 0, which tells as much.
        openDescriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        descriptorLimit = Int(clamping: limit.rlim_cur)
    }

    /// When the machine was started, in seconds since 1970.
    private static var boot: Double {
        Double(MonotonicTime.nanoseconds(CLOCK_REALTIME) - MonotonicTime.nanoseconds(CLOCK_BOOTTIME)) / 1e9
    }

    private static func text(_ path: String) -> String? {
        // A file that cannot be read tells nothing.
        try? String(contentsOfFile: path, encoding: .utf8)
    }
}
