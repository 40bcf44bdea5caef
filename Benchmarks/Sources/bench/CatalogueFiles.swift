import Foundation
import Heroes

/// The bundled catalogue's files, read as they are.
struct CatalogueFiles {
    private struct Entry: Decodable {
        let id: Int
        let name: String?
        let description: String?
    }

    /// All heroes, in the order of their names.
    let heroes: [Hero]
    /// Every description of a hero or a work that has one.
    let descriptions: [String]

    init(folder: String = "Sources/Gateway/Catalogue") throws {
        var heroes: [Hero] = []
        var descriptions: [String] = []
        for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".json") {
            let data = try Data(contentsOf: URL(filePath: folder).appending(path: file))
            let entries = try JSONDecoder().decode([Entry].self, from: data)
            descriptions += entries.compactMap(\.description).filter { !$0.isEmpty }
            guard file.hasPrefix("characters-") else { continue }
            heroes += entries.compactMap { entry in
                entry.name.map {
                    Hero(
                        id: entry.id, name: $0, description: entry.description,
                        thumbnail: Thumbnail(path: "/images/characters/\(entry.id)", fileExtension: "svg"))
                }
            }
        }
        self.heroes = heroes.sorted { $0.name < $1.name }
        self.descriptions = descriptions
    }
}
