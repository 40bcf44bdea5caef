import FoundationEssentials

/// The files of a folder.
enum Files {
    static func all(in folder: String) throws -> [(name: String, text: String)] {
        try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
            (name, String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self))
        }
    }
}
