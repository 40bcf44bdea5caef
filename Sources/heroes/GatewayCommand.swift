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

    @Option(help: "The file of an archive that “heroes import” made, to run on instead of the bundled catalogue.")
    var archive: String?

    @Option(help: "A caller's keys as public:private; may be repeated. Without any, a pair is made and printed.")
    var keys: [KeyPair] = []

    @Flag(help: "Answer everybody, keys or not.")
    var open = false

    @Option(
        parsing: .unconditional,
        help: "Calls a key may make in a day, 0 for any number: 3000, and with --open any number, unless given.")
    var dailyLimit: Int?

    @Option(parsing: .unconditional, help: "Milliseconds that every answer is held back.")
    var delay = 0

    @Option(parsing: .unconditional, help: "How many calls of a hundred fail, for testing clients.")
    var fail = 0.0

    func validate() throws {
        guard archive != "" else { throw ValidationError("--archive has to name a file.") }
        guard (0...600_000).contains(delay) else { throw ValidationError("--delay has to be from 0 to 600000.") }
        guard (0...100).contains(fail) else { throw ValidationError("--fail has to be from 0 to 100.") }
        guard (dailyLimit ?? 0) >= 0 else { throw ValidationError("--daily-limit has to be 0 or more.") }
        guard !open || keys.isEmpty else { throw ValidationError("--open and --keys exclude each other.") }
    }

    func run() async throws {
        let signals = Signals()
        let environment = ProcessInfo.processInfo.environment
        var listening = ServerConfiguration()
        listening.host = listen.host(in: environment)
        listening.port = try listen.port(in: environment, default: 8081)
        listening.handlerTimeout += .milliseconds(delay)
        let pairs = keys.isEmpty ? [KeyPair.made()] : keys
        let content = try GatewayContent(archive: archive) {
            try Resources(folder: folders.resources).catalogue
        }
        // Without keys all callers count as one, so there is a limit only when one is asked for.
        let limit = dailyLimit ?? (open ? 0 : 3000)
        let logger = logs.logger
        let configuration = GatewayConfiguration(
            access: open ? .open : .keys(Dictionary(pairs.map { ($0.publicKey, $0.privateKey) }) { $1 }),
            dailyLimit: limit == 0 ? nil : limit, delay: delay, failPercent: fail,
            report: { logger.error("the archive failed", metadata: ["reason": "\($0)"]) })
        let gateway = Gateway(archive: content.archive, configuration: configuration, images: content.images)
        // Clients that ask for gzip may take every answer for it, however small.
        let compression = Compression(always: true)
        listening.errorPage = { status, request in Self.refusal(status, of: request, compression) }
        let handler = compressing(
            { await gateway.respond(to: $0) }, by: compression, unacceptable: { _ in Gateway.errorResponse(.notAcceptable) })
        let server = Server(
            listening, log: logger.serverEvents, immediateHandler: { content.images?.immediateResponse(to: $0) },
            handler: handler)
        let port = try listen.start(server, in: environment)
        logger.announce("The gateway is at http://\(urlHost(listening.host)):\(port)/v1/public")
        if !open, keys.isEmpty { logger.announce(pairs[0]) }
        await signals.untilAskedToStop()
        await server.stop()
        await gateway.finish()
    }
}

extension GatewayCommand {
    /// Returns the answer to a request that the server refused; one that could not be read names no coding.
    fileprivate static func refusal(
        _ status: HTTPResponse.Status, of request: Request?, _ compression: Compression
    ) -> Response {
        let refusal = Gateway.errorResponse(status)
        return request.flatMap { compression.encoded(refusal, for: $0) } ?? refusal
    }
}

extension Logger {
    /// Says made keys on standard output alone: a log is kept, and read by others than who started the program.
    fileprivate func announce(_ keys: KeyPair) {
        do {
            try StandardStreams.announce("Keys: public \(keys.publicKey), private \(keys.privateKey)")
        } catch {
            warning("nobody could be told the keys that were made; name a pair with --keys")
        }
    }
}

/// A caller's two keys.
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

    static func made() -> KeyPair {
        let key = { String(UInt64.random(in: .min ... .max), radix: 16) }
        return KeyPair(publicKey: key(), privateKey: key() + key())
    }
}
