import Foundation

/// The machine, for the page of figures.
enum Machine {
    static var description: String {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return "\(cores) \(cores == 1 ? "core" : "cores") of \(processor), \(system)"
    }

    /// The last minute's load average.
    static var load: String {
        var averages = [0.0]
        return getloadavg(&averages, 1) == 1 ? averages[0].text(1) : "unknown"
    }

    private static var processor: String {
        // Without the file there is no name, and everything else is measured all the same.
        let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) }
        return name ?? "an unnamed processor"
    }

    private static var system: String { ProcessInfo.processInfo.operatingSystemVersionString }
}
