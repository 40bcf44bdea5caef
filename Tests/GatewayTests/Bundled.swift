import FoundationEssentials
import Support

@testable import Gateway

/// The bundled catalogue, read once for all tests, which may not change it.
enum Bundled {
    static let catalogue = Result {
        let tests = URL(filePath: Fixture.folder).deletingLastPathComponent()
        let package = tests.deletingLastPathComponent()
        return try Catalogue.load(folder: package.appending(path: "Sources/Gateway/Catalogue").path)
    }

    static let served = Result {
        let archive = try Archive()
        try archive.add(try catalogue.get())
        return Served(gateway: Gateway(archive: archive, configuration: Served.open))
    }

    /// Every object of a kind as it is served.
    static func objects(_ kind: Kind) async throws -> [JSON] {
        let served = try served.get()
        var objects: [JSON] = []
        while true {
            let page = try await served.results("\(kind.rawValue)?limit=100&offset=\(objects.count)")
            guard !page.isEmpty else { return objects }
            objects += page
        }
    }
}
