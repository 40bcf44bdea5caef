import ArgumentParser
import Foundation
import Gateway
import HTTP
import HTTPTypes
import Logging
import Server

/// `heroes gateway`: the Marvel-compatible API.
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway", abstract: "Run the Marvel-compatible API on the bundled catalogue or an archive.")

    @OptionGroup var listen: ListenOptions
    @OptionGroup var logs: LogOptions
    @OptionGroup var folders: ResourceOptions

    @Option(help: "An archive made by “heroes import”, to serve instead of the bundled catalogue.")
    var archive: String?

    @Option(help: "A client's keys as public:private; may be repeated. Default: a random pair, which is printed.")
    var keys: [KeyPair] = []

    @Option(help: "The format of pictures that objects name, png or svg; both are always served.")
    var pictures = PictureFormat.png

    @Flag(help: "Answer calls without keys.")
    var open = false

    @Option(
        parsing: .unconditional,
        help: "Calls allowed per key and day, 0 for no limit. Default: 3000, or 0 with --open.")
    var dailyLimit: Int?

    @Option(parsing: .unconditional, help: "The delay of every response, in milliseconds.")
    var delay = 0

    @Option(parsing: .unconditional, help: "The percentage of calls that fail with 500, for testing clients.")
    var fail = 0.0

    func validate() throws {
        guard archive != "" else { throw ValidationError("--archive must be a file.") }
        guard (0...600_000).contains(delay) else { throw ValidationError("--delay must be from 0 to 600000.") }
        guard (0...100).contains(fail) else { throw ValidationError("--fail must be from 0 to 100.") }
        guard (dailyLimit ?? 0) >= 0 else { throw ValidationError("--daily-limit must be 0 or more.") }
        guard !open || keys.isEmpty else { throw ValidationError("--open cannot be combined with --keys.") }
    }

    func run() async throws {
        let signals = Signals()
        let environment = ProcessInfo.processInfo.environment
        var listening = ServerConfiguration()
        listening.host = try listen.host(in: environment)
        listening.port = try listen.port(in: environment, default: 8081)
        listening.handlerTimeout += .milliseconds(delay)
        let pairs = keys.isEmpty ? [KeyPair.random()] : keys
        let resources = try Resources(folder: folders.resources)
        let content = try GatewayContent(
            archive: archive, pictures: pictures, catalogue: resources.catalogue, environment)
        // Without keys all calls count together, so there is no limit by default.
        let limit = dailyLimit ?? (open ? 0 : 3000)
        let logger = logs.logger
        var configuration = GatewayConfiguration(
            access: open ? .open : .keys(Dictionary(pairs.map { ($0.publicKey, $0.privateKey) }) { $1 }),
            dailyLimit: limit == 0 ? nil : limit)
        (configuration.delay, configuration.failPercent) = (delay, fail)
        configuration.report = logger.report
        configuration.overviewPage = try OverviewPage(templates: resources.templates)
        configuration.vocabulary = content.vocabulary
        let gateway = Gateway(archive: content.archive, configuration: configuration, images: content.images)
        // Some clients that send Accept-Encoding: gzip decompress every response, however small.
        let compression = Compression(always: true)
        // A delayed call would keep its place without using a processor.
        listening.gate = delay > 0 ? nil : RequestGate(.local)
        listening.errorPage = { status, request in Self.errorResponse(status, to: request, compression) }
        let handler = compressing(
            { await gateway.respond(to: $0) }, by: compression,
            unacceptable: { _ in Gateway.errorResponse(.notAcceptable) })
        let server = Server(
            listening, log: logger.serverEvents, immediateHandler: { content.images?.immediateResponse(to: $0) },
            handler: handler)
        let port = try server.start()
        logger.printOrLog("The gateway is at http://\(urlHost(listening.host)):\(port)/v1/public")
        if !open, keys.isEmpty { logger.printKeys(pairs[0]) }
        await signals.waitForShutdown()
        await server.stop()
    }
}

extension GatewayCommand {
    /// Returns the response to a request that the server refused; `request` is nil if it cannot be parsed.
    fileprivate static func errorResponse(
        _ status: HTTPResponse.Status, to request: Request?, _ compression: Compression
    ) -> Response {
        let response = Gateway.errorResponse(status)
        return request.flatMap { compression.encoded(response, for: $0) } ?? response
    }
}

extension Logger {
    /// Prints generated keys on standard output only: logs are stored and more people can read them.
    fileprivate func printKeys(_ keys: KeyPair) {
        do {
            try StandardStreams.writeLine("Keys: public \(keys.publicKey), private \(keys.privateKey)")
        } catch {
            warning("the generated keys cannot be printed; set a pair with --keys")
        }
    }
}

extension PictureFormat: ExpressibleByArgument {}

/// A client's public and private key.
struct KeyPair: ExpressibleByArgument {
    let publicKey: String
    let privateKey: String

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        (publicKey, privateKey) = (String(parts[0]), String(parts[1]))
    }

    private init(publicKey: String, privateKey: String) {
        self.publicKey = publicKey
        self.privateKey = privateKey
    }

    static func random() -> KeyPair {
        let key = { String(UInt64.random(in: .min ... .max), radix: 16) }
        return KeyPair(publicKey: key(), privateKey: key() + key())
    }
}
