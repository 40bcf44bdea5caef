import Foundation

/// What the figures were measured on.
enum Machine {
    static var description: String {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return "\(cores) \(cores == 1 ? "core" : "cores") of \(processor), \(system)"
    }

    /// How many threads wanted to run in the last minute, on the average.
    static var load: String {
        var averages = [0.0]
        return getloadavg(&averages, 1) == 1 ? averages[0].text(1) : "unknown"
    }

    private static var processor: String {
        // A machine that does not say what it is still measures.
        let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) }
        return name ?? "an unnamed processor"
    }

    private static var system: String { ProcessInfo.processInfo.operatingSystemVersionString }
}
