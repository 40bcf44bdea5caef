extension Motif {
    /// Reads every `.svg` of a folder, by file name without suffix; throws `CatalogueError` for the first error.
    static func load(folder: String) throws -> [String: Motif] {
        var motifs: [String: Motif] = [:]
        for (file, bytes) in try Catalogue.files(in: folder, suffix: ".svg") {
            let name = String(file.dropLast(4))
            motifs[name] = try MotifReader.read(bytes, name: name, file: "motifs/\(file)")
        }
        return motifs
    }
}
