import ArgumentParser
import Foundation
import Gateway
import HTTP
import HTTPTypes
import Heroes
import Logging
import Server
import Site

/// `heroes gateway`: the Marvel-compatible API.
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway", abstract: "Run the Marvel-compatible API on the bundled catalogue or an archive.",
        discussion: """
            The keys of clients come from HEROES_GATEWAY_KEYS in the environment, as public:private pairs with blanks \
            between them, from --keys-file, or from --keys, which every user of this machine can read. Without any, a random \
            pair is printed.
            """)

    @OptionGroup var service: ServiceOptions
    @OptionGroup var folders: ResourceOptions

    @Option(help: "An archive made by “heroes import”, to serve instead of the bundled catalogue.", completion: .file())
    var archive: String?

    @Option(
        help: "A client's keys as public:private; may be repeated.",
        transform: { text in
            // Without the value, which may have a private key.
            guard let pair = KeyPair(text) else { throw ValidationError("It must be a pair such as public:private.") }
            return pair
        })
    var keys: [KeyPair] = []

    @Option(
        help: "A file with one public:private pair in each line, which only its owner may read (mode 0600).",
        completion: .file())
    var keysFile: String?

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
        guard !open || keys.isEmpty && keysFile == nil else {
            throw ValidationError("--open cannot be combined with --keys or --keys-file.")
        }
    }

    func run() async throws {
        let service = try Service(service, defaultPort: 8081)
        let known = try open ? [] : KeyPair.all(keys, file: keysFile, service.environment)
        let random = open || !known.isEmpty ? nil : KeyPair.random()
        guard random == nil || !JournalPriority.isJournal else {
            // A random pair would be printed, and the journal stores what is printed.
            throw CommandError(
                "There are no keys. Set HEROES_GATEWAY_KEYS to public:private, or answer calls without keys by --open.",
                isPermanent: true)
        }
        let resources = try Resources(folder: folders.resources)
        let content = try GatewayContent(
            archive: archive, pictures: pictures, catalogue: resources.catalogue, service.environment)
        let pairs = known + [random].compactMap(\.self)
        let configuration = try gatewayConfiguration(pairs, content, templates: resources.templates, service.logger)
        let gateway = Gateway(archive: content.archive, configuration: configuration, images: content.images)
        try await service.run(serviceContent(gateway, content, service.logger)) {
            if let random { service.logger.printKeys(random) }
        }
    }
}

extension GatewayCommand {
    private func gatewayConfiguration(
        _ keys: [KeyPair], _ content: GatewayContent, templates: String, _ logger: Logger
    ) throws -> GatewayConfiguration {
        // Without keys all calls count together, so there is no limit by default.
        let limit = dailyLimit ?? (open ? 0 : 3000)
        var configuration = GatewayConfiguration(
            access: open ? .open : .keys(Dictionary(keys.map { ($0.publicKey, $0.privateKey) }) { $1 }),
            dailyLimit: limit == 0 ? nil : limit)
        (configuration.delay, configuration.failPercent) = (delay, fail)
        configuration.trustedProxies = service.trustedProxy
        configuration.report = logger.report
        configuration.overviewPage = try OverviewPage(templates: templates)
        configuration.vocabulary = content.vocabulary
        return configuration
    }

    private func serviceContent(_ gateway: Gateway, _ content: GatewayContent, _ logger: Logger) -> ServiceContent {
        // Some clients that send Accept-Encoding: gzip decompress every response, however small.
        let compression = Compression(always: true)
        return ServiceContent(
            name: "The gateway", path: "/v1/public",
            readiness: Readiness([.archive(content.archive)], logger: logger),
            handler: { operations in
                compressing(Self.handler(gateway, operations), by: compression) { _ in
                    Gateway.errorResponse(.notAcceptable)
                }
            },
            immediateHandler: { head in
                content.images?.immediateResponse(to: head).map { ImmediateResponse($0, route: RouteLabel.image) }
            },
            refusalPage: { refusal in
                let response = Gateway.errorResponse(refusal.status)
                return refusal.request.flatMap { compression.encoded(response, for: $0) } ?? response
            },
            // A delayed call would keep its place without using a processor.
            gate: delay > 0
                ? nil
                : RequestGate(
                    .local, behind: service.trustedProxy,
                    concerns: { !OperationsPages.paths.contains(String($0.path)) }),
            handlerDelay: .milliseconds(delay))
    }

    private static func handler(_ gateway: Gateway, _ operations: OperationsPages) -> Handler {
        { request in
            if let page = await operations.respond(to: request) { return page }
            let isImage = request.path.hasPrefix("/images/")
            Trace.current?.route = isImage ? RouteLabel.image : RouteLabel.endpoint(EndpointName(request))
            return await gateway.respond(to: request)
        }
    }
}

extension Logger {
    /// Prints generated keys on standard output only: logs are stored and more people can read them.
    fileprivate func printKeys(_ keys: KeyPair) {
        do {
            let sentence = "Keys: public \(keys.publicKey), private \(keys.privateKey)"
            try StandardStreams.writeLine(StandardErrorLog.sentence(sentence))
        } catch {
            warning("the generated keys cannot be printed; set a pair with HEROES_GATEWAY_KEYS or --keys-file")
        }
    }
}

extension PictureFormat: ExpressibleByArgument {}
