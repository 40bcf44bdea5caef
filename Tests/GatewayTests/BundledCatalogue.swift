import FoundationEssentials
import Support

@testable import Gateway

/// The bundled catalogue, read once for all tests, which must not change it.
enum BundledCatalogue {
    static let catalogue = Result {
        let tests = URL(filePath: Fixture.folder).deletingLastPathComponent()
        let package = tests.deletingLastPathComponent()
        return try Catalogue.load(folder: package.appending(path: "Sources/Gateway/Catalogue").path)
    }

    static let client = Result {
        let archive = try Archive()
        try archive.add(try catalogue.get())
        return GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
    }

    /// Returns all objects of a kind as served.
    static func objects(_ kind: Kind) async throws -> [JSON] {
        let client = try client.get()
        var objects: [JSON] = []
        while true {
            let page = try await client.results("\(kind.rawValue)?limit=100&offset=\(objects.count)")
            guard !page.isEmpty else { return objects }
            objects += page
        }
    }
}
