import ArgumentParser
import Foundation
import HTTP
import MarvelAPI
import Server

/// `heroes serve`: the web site.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the web site.",
        discussion: """
            Without --source it runs on a gateway of its own, with the bundled catalogue or an archive. A remote \
            source that asks for keys gets MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY from the environment, and one with \
            a certificate of its own SSL_CERT_FILE. “heroes serve --help-hidden” shows the options that few sites need.
            """)

    @OptionGroup var listen: ListenOptions
    @OptionGroup var logs: LogOptions
    @OptionGroup var folders: ResourceOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var caching: CacheOptions
    @OptionGroup var observing: ObservingOptions

    @Option(help: "The folder that keeps the visitors' favourites.")
    var data = "data"

    @Option(help: "Where heroes come from: embedded, or the http(s) URL of a Marvel-compatible API.")
    var source = SourceOption.embedded

    @Option(help: "The file of an archive that “heroes import” made, for the embedded source to run on.")
    var archive: String?

    @Option(help: .advanced("The address that shows Marvel's pictures, instead of http://i.annihil.us/u/prod/marvel."))
    var imageHost = ImageHost.current

    @Option(
        help: "A proxy whose X-Forwarded-For is believed: an address, or a range such as 10.0.0.0/8; may be repeated.")
    var trustedProxy: [AddressRange] = []

    @Option(
        parsing: .unconditional,
        help: .advanced("How many visitors of one address, or IPv6 /64, may begin to keep favourites in an hour."))
    var newVisitors = 200

    @Flag(help: "Keep favourites in memory only.")
    var ephemeral = false

    @Flag(
        help:
            "Read templates and static files anew for each page, show their errors there, and all states at /_gallery.")
    var reload = false

    @Option(
        help: "The site's address for its visitors, such as https://heroes.example; https makes cookies Secure.",
        transform: PublicURL.ofOption)
    var publicURL: String?

    var imageHosts: [ImageHost] { ImageHost.marvel(at: imageHost) }

    func validate() throws {
        guard !data.isEmpty else { throw ValidationError("--data has to name a folder.") }
        guard archive != "" else { throw ValidationError("--archive has to name a file.") }
        guard newVisitors > 0 else { throw ValidationError("--new-visitors has to be 1 or more.") }
        guard ImageHost.isAddress(imageHost) else {
            throw ValidationError(
                """
                --image-host has to be an http or https URL of a host, with at most a port and a path of letters, digits \
                and -._~%/, such as \(ImageHost.current).
                """)
        }
        if archive != nil, case .remote = source {
            throw ValidationError("--archive is for the embedded source; leave --source out.")
        }
    }

    func run() async throws {
        let signals = Signals()
        let environment = ProcessInfo.processInfo.environment
        let logger = logs.logger
        let listening = try listening(environment)
        let log = observing.log(logger)
        let observer = observing.observer(log, proxies: trustedProxy)
        let metrics = Metrics(requests: observer.figures, log: log)
        let composition = try await Composition(self, environment: environment, logger: logger)
        let tell = logger.serverEvents
        let server = Server(
            composition.refining(listening),
            log: { event in
                observer.note(event)
                tell(event)
            },
            immediateHandler: observer.observing { composition.immediateResponse(to: $0) },
            handler: observer.observing(composition.handler(metrics, readers: observing.metricsReader)))
        metrics.watch(server)
        let port: UInt16
        do {
            port = try listen.start(server, in: environment)
        } catch {
            await composition.stop()
            throw error
        }
        logger.announce("MarvelHeroes is at http://\(urlHost(listening.host)):\(port)/heroes")
        await signals.untilAskedToStop()
        logger.info("stopping")
        await unready(composition, signals)
        await server.stop()
        await composition.stop()
        log?.stop()
    }
}

extension ServeCommand {
    /// Says at /readyz that the site is about to stop, and gives load balancers the time to see it.
    private func unready(_ composition: Composition, _ signals: Signals) async {
        guard limits.drainDelay > 0 else { return await composition.becomeUnready() }
        signals.catchFirst()
        await composition.becomeUnready()
        await signals.untilAskedAgain(within: .seconds(limits.drainDelay))
    }

    private func listening(_ environment: [String: String]) throws -> ServerConfiguration {
        var configuration = limits.configuration
        configuration.host = listen.host(in: environment)
        configuration.port = try listen.port(in: environment, default: 8080)
        return configuration
    }
}

/// A host as it stands in a URL: one that means every address is replaced by this machine's own.
func urlHost(_ host: String) -> String {
    switch host {
    case "0.0.0.0", "::": "localhost"
    default: host.contains(":") ? "[\(host)]" : host
    }
}

extension AddressRange: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

/// The source that `--source` names.
enum SourceOption: ExpressibleByArgument {
    case embedded
    case remote(String)

    init?(argument: String) {
        if argument == "embedded" {
            self = .embedded
        } else if Self.isWebAddress(argument) {
            self = .remote(argument)
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { "embedded" }

    static func isWebAddress(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme) else {
            return false
        }
        return !(url.host() ?? "").isEmpty && url.query == nil && url.fragment == nil && url.user == nil
    }
}
