import FoundationEssentials

/// The files that an import reads.
package enum RecordFiles {
    /// A folder stands for the JSON files in it, by name; "-" is standard input.
    package static func expand(_ paths: [String]) -> [String] {
        paths.flatMap { path in
            // What is no folder, or cannot be read, is found out when it is opened.
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [path] }
            let files = names.filter { name in extensions.contains { name.hasSuffix($0) } }.sorted()
            return files.isEmpty ? [path] : files.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
        }
    }

    private static let extensions = [".json", ".jsonl", ".ndjson"]
}
