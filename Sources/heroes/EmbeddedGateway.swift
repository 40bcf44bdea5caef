import Gateway
import Logging
import MarvelAPI
import Server

/// The bundled gateway on a loopback port of its own, and how to ask it.
struct EmbeddedGateway: Sendable {
    private let server: Server
    /// Nil where the pictures are elsewhere.
    let images: Images?
    let source: MarvelConfiguration

    init(_ content: GatewayContent, imageHosts: [ImageHost], logger: Logger) throws {
        // Keys of this process alone: nobody else can spend its calls.
        let (publicKey, privateKey) = (Self.key(), Self.key())
        let configuration = GatewayConfiguration(
            access: .keys([publicKey: privateKey]), dailyLimit: nil,
            report: { logger.error("the archive failed", metadata: ["reason": "\($0)"]) })
        let gateway = Gateway(archive: content.archive, configuration: configuration, images: content.images)
        var listening = ServerConfiguration()
        listening.eventLoops = 1
        // Not compressing: for 20 heroes that would take both sides 140 µs, to save 45 kB on loopback.
        server = Server(listening, log: logger.serverEvents) { await gateway.respond(to: $0) }
        let port = try server.start()
        images = content.images
        // Pictures are asked for at the site itself, which has them in the same process.
        source = try MarvelConfiguration(
            baseURL: "http://127.0.0.1:\(port)", publicKey: publicKey, privateKey: privateKey,
            imageHosts: imageHosts + [ImageHost(prefix: "http://127.0.0.1:\(port)", replacement: "")])
    }

    func stop() async { await server.stop() }

    private static func key() -> String {
        String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
    }
}
