import Basics
import FoundationEssentials
import HTTP
import HTTPTypes
import Support
import Testing

@testable import Gateway

/// A client of a gateway over the fixture catalogue, without sockets.
struct GatewayClient {
    static let now = Date(timeIntervalSince1970: 1_400_000_000)

    let gateway: Gateway

    init(gateway: Gateway) { self.gateway = gateway }

    /// Uses the archive shared by all tests, which must not be changed.
    init(_ configuration: GatewayConfiguration = GatewayClient.openConfiguration) throws {
        self.init(gateway: Gateway(archive: try Self.shared.get(), configuration: configuration))
    }

    /// Returns a client of a gateway with an archive of its own, which the test may change.
    static func withOwnArchive(_ configuration: GatewayConfiguration = GatewayClient.openConfiguration) throws
        -> GatewayClient
    {
        GatewayClient(gateway: Gateway(archive: try archive(), configuration: configuration))
    }

    private static let shared = Result { try archive() }

    private static func archive() throws -> Archive {
        let archive = try Archive()
        try archive.add(try Catalogue.load(folder: "\(Fixture.folder)/gateway/catalogue"))
        return archive
    }

    static let openConfiguration = GatewayConfiguration(baseURL: "http://test", access: .open, now: { now })

    func get(_ target: String, _ fields: HTTPFields = [:]) async -> Response {
        await gateway.respond(to: Request(target: target, fields: fields))
    }

    /// Returns the response as JSON.
    func json(_ target: String) async throws -> JSON {
        let response = await get("/v1/public/" + target)
        return try JSONParser.parse(response.bytes)
    }

    /// Returns the `data` member of a successful response.
    func data(_ target: String) async throws -> JSON {
        let json = try await json(target)
        return try #require(json["data"], "\(target): \(json)")
    }

    func results(_ target: String) async throws -> [JSON] { try #require(try await data(target)["results"]).elements }

    func ids(_ target: String) async throws -> [Int] { try await results(target).compactMap { $0["id"]?.int } }
}

extension Response {
    var bytes: [UInt8] {
        guard case .bytes(let bytes) = body else { return [] }
        return bytes
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
