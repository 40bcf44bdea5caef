import Gateway
import Logging
import MarvelAPI
import Server

/// The gateway in this process, on a loopback port.
struct EmbeddedGateway: Sendable {
    private let server: Server
    private let archive: Archive
    /// The catalogue's pictures; nil for an archive, with pictures on other hosts.
    let images: Images?
    /// The configuration of a client of the gateway.
    let source: MarvelConfiguration

    init(_ content: GatewayContent, imageHosts: [ImageHost], logger: Logger) throws {
        // Random keys, so that only this process can call it.
        let (publicKey, privateKey) = (Self.randomKey(), Self.randomKey())
        var configuration = GatewayConfiguration(access: .keys([publicKey: privateKey]))
        configuration.report = logger.report
        configuration.vocabulary = content.vocabulary
        let gateway = Gateway(archive: content.archive, configuration: configuration, images: content.images)
        var listening = ServerConfiguration()
        listening.eventLoops = 1
        // No compression: for a page of heroes it would take 140 µs to save 45 kB on loopback.
        server = Server(listening, log: logger.serverEvents) { await gateway.respond(to: $0) }
        let port = try server.start()
        images = content.images
        archive = content.archive
        // The site serves the pictures itself, so their URLs become paths.
        source = try MarvelConfiguration(
            baseURL: "http://127.0.0.1:\(port)", publicKey: publicKey, privateKey: privateKey,
            imageHosts: imageHosts + [ImageHost(prefix: "http://127.0.0.1:\(port)", replacement: "")])
    }

    func stop() async { await server.stop() }

    /// The check of the archive.
    var readiness: Readiness.Check { .archive(archive) }

    private static func randomKey() -> String {
        String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
    }
}

extension Readiness.Check {
    static func archive(_ archive: Archive) -> Self {
        Self(
            name: "archive", failureMessage: "the archive cannot be read", run: { try await archive.check() },
            degradation: { archive.advice })
    }
}

extension Logger {
    /// Logs an error of reading an archive, or that its file was replaced.
    @Sendable func report(_ error: any Error) {
        if case ArchiveError.replaced = error { return warning("\(error)") }
        self.error("cannot read the archive", metadata: ["reason": "\(error)"])
    }
}

/// The content of a gateway: the bundled catalogue with its pictures, or an archive, which has the URLs of pictures on
/// other hosts.
struct GatewayContent: Sendable {
    let archive: Archive
    let images: Images?
    let vocabulary: Vocabulary

    /// Opens the archive at the path, or else loads the catalogue, whose pictures are named in this format. Its archive is
    /// kept in the service manager's folder for such files, or beside the catalogue.
    init(
        archive path: String?, pictures: PictureFormat, catalogue folder: String, _ environment: [String: String]
    ) throws {
        vocabulary = try Vocabulary.load(folder: folder)
        if let path {
            archive = try Archive.existing(path: path)
            images = nil
        } else {
            let catalogue = try Catalogue.load(folder: folder, pictures: pictures)
            archive = try Archive.kept(catalogue, in: environment["CACHE_DIRECTORY"] ?? folder)
            images = Images(catalogue)
        }
    }
}
