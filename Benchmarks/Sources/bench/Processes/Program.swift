import Foundation

/// Where the programs are that the benchmarks start.
enum Program {
    /// The path of a program; system programs are not in everybody’s PATH.
    static func path(_ name: String, ofPackage package: String) throws -> String {
        let folders =
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin", "/usr/bin"]
        let paths = folders.map { "\($0)/\(name)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw Unmeasurable("\(name) is missing: install the package \(package)")
        }
        return path
    }
}
