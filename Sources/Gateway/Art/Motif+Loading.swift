import FoundationEssentials

extension Motif {
    /// Reads every `.svg` of a folder; a motif is called as its file. Throws `CatalogueError` for the first mistake.
    static func load(folder: String) throws -> [String: Motif] {
        let files: [String]
        do {
            files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".svg") }
        } catch {
            throw CatalogueError(file: folder, record: nil, reason: "the folder cannot be read")
        }
        var motifs: [String: Motif] = [:]
        for file in files.sorted() {
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") else {
                throw CatalogueError(file: "motifs/\(file)", record: nil, reason: "the file cannot be read")
            }
            let name = String(file.dropLast(4))
            motifs[name] = try MotifReader.read(Array(bytes), name: name, file: "motifs/\(file)")
        }
        return motifs
    }
}
