import Foundation
import Glibc

/// A process and those it started, as the kernel accounts for them.
struct ProcessTree {
    let root: pid_t

    /// This very program.
    static var own: ProcessTree { ProcessTree(root: getpid()) }

    /// Bytes of memory that are in use, as smaps_rollup counts them (proc(5)); what processes share counts once each.
    func residentMemory() throws -> Int {
        try processes.reduce(0) { try $0 + residentMemory(of: $1) }
    }

    /// Seconds that the processors have worked for them.
    func processorTime() throws -> Double {
        try processes.reduce(0) { try $0 + processorTime(of: $1) }
    }

    /// What the kernel has read from the disk for them so far (proc(5), /proc/pid/io).
    func bytesRead() throws -> Double {
        try processes.reduce(0) { try $0 + bytesRead(by: $1) }
    }

    private var processes: [pid_t] { [root] + children(of: root) }

    private func children(of process: pid_t) -> [pid_t] {
        // A process that has ended has no children.
        let text = (try? read("/proc/\(process)/task/\(process)/children")) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }.flatMap { [$0] + children(of: $0) }
    }

    private func residentMemory(of process: pid_t) throws -> Int {
        let line = try read("/proc/\(process)/smaps_rollup").split(separator: "\n").first { $0.hasPrefix("Rss:") }
        guard let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Unmeasurable("/proc/\(process)/smaps_rollup has no line for Rss")
        }
        return kibibytes * 1024
    }

    /// Fields 14 and 15 of proc(5)’s stat, counted behind the name, which may hold blanks.
    private func processorTime(of process: pid_t) throws -> Double {
        let text = try read("/proc/\(process)/stat")
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
            throw Unmeasurable("/proc/\(process)/stat cannot be read")
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private func bytesRead(by process: pid_t) throws -> Double {
        let lines = try read("/proc/\(process)/io").split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("read_bytes: ") }),
            let bytes = Double(line.dropFirst("read_bytes: ".count))
        else { throw Unmeasurable("the kernel does not tell what it reads") }
        return bytes
    }

    private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
