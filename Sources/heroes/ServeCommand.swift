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
            Without --source, heroes come from an embedded gateway with the bundled catalogue or an archive. For a \
            remote source that needs keys, set MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY in the environment; for \
            --source comicvine, COMICVINE_API_KEY; for one with a private certificate authority, SSL_CERT_FILE. Several machines with one --database need the \
            same HEROES_SECRET, a long random text. “heroes serve --help-hidden” shows the options that few sites need.
            """)

    @OptionGroup var listen: ListenOptions
    @OptionGroup var logs: LogOptions
    @OptionGroup var folders: ResourceOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var comicVine: ComicVineOptions
    @OptionGroup var observability: ObservabilityOptions

    @Option(help: "The folder for the visitors' favourites.")
    var data = "data"

    @Option(parsing: .unconditional, help: .advanced("Megabytes of memory for cached responses, pages and indexes."))
    var memory = 64

    @Option(
        help: """
            The PostgreSQL database for favourites, as a connection string of libpq, if several machines share them. \
            Default: HEROES_DATABASE in the environment, else the folder. Passwords belong into libpq's own files.
            """)
    var database: String?

    @Option(help: "The source of heroes: embedded, comicvine, or the http(s) URL of a Marvel-compatible API.")
    var source = SourceOption.embedded

    @Option(help: "An archive made by “heroes import”, to serve instead of the bundled catalogue.")
    var archive: String?

    @Option(help: .advanced("The URL that replaces http://i.annihil.us/u/prod/marvel in the URLs of pictures."))
    var imageHost = ImageHost.current

    @Option(
        help: "A proxy with trusted X-Forwarded-For: an address, or a range such as 10.0.0.0/8; may be repeated.")
    var trustedProxy: [AddressRange] = []

    @Option(
        parsing: .unconditional,
        help: .advanced("New visitors with favourites allowed per hour and address (IPv6: /64 network)."))
    var newVisitors = 200

    @Flag(help: "Store favourites in memory only.")
    var ephemeral = false

    @Flag(
        help: "For development: reload templates and static files for each page, and show their errors."
    )
    var reload = false

    @Option(
        help: "The site's public URL, such as https://heroes.example; with https, cookies are Secure.",
        transform: PublicURL.parse)
    var publicURL: String?

    var imageHosts: [ImageHost] { ImageHost.marvel(at: imageHost) }

    /// The folder for responses that can be requested again; nil to keep them in memory only.
    var cacheFolder: String? { ephemeral ? nil : "\(data)/cache" }

    /// The part of the memory for rendered pages; more of them would expire before they are requested.
    var pageByteLimit: Int { min((memory << 20) / 6, 10 << 20) }

    func validate() throws {
        guard (1...1_000_000).contains(memory) else {
            throw ValidationError("--memory must be from 1 to 1000000 megabytes.")
        }
        guard !data.isEmpty else { throw ValidationError("--data must be a folder.") }
        guard database == nil || !ephemeral else {
            throw ValidationError("--database cannot be combined with --ephemeral.")
        }
        guard archive != "" else { throw ValidationError("--archive must be a file.") }
        guard newVisitors > 0 else { throw ValidationError("--new-visitors must be 1 or more.") }
        guard ImageHost.isAddress(imageHost) else {
            throw ValidationError(
                """
                --image-host must be an http or https URL with only a host, a port and a path of letters, digits \
                and -._~%/, such as \(ImageHost.current).
                """)
        }
        if archive != nil {
            guard case .embedded = source else {
                throw ValidationError("--archive cannot be combined with a remote --source.")
            }
        }
    }

    func run() async throws {
        let signals = Signals()
        let environment = ProcessInfo.processInfo.environment
        let logger = logs.logger
        let listening = try listening(environment)
        let log = observability.log(logger)
        let requestLogger = observability.requestLogger(log, proxies: trustedProxy)
        let metrics = Metrics(requests: requestLogger.metrics, log: log)
        let composition = try await Composition(self, environment: environment, logger: logger)
        let logEvent = logger.serverEvents
        let server = Server(
            composition.completing(listening),
            log: { event in
                requestLogger.logRefusal(event)
                logEvent(event)
            },
            immediateHandler: requestLogger.logging { composition.immediateResponse(to: $0) },
            handler: requestLogger.logging(composition.handler(metrics, readers: observability.metricsReader)))
        metrics.watch(server)
        let port: UInt16
        do {
            port = try server.start()
        } catch {
            await composition.stop()
            throw error
        }
        logger.printOrLog("MarvelHeroes is at http://\(urlHost(listening.host)):\(port)/heroes")
        await signals.waitForShutdown()
        logger.info("stopping")
        await delayDraining(composition, signals)
        await server.stop()
        await composition.stop()
        log?.stop()
    }
}

extension ServeCommand {
    /// Makes /readyz report that the site is about to stop, and waits for load balancers to notice.
    private func delayDraining(_ composition: Composition, _ signals: Signals) async {
        guard limits.drainDelay > 0 else { return await composition.markUnready() }
        signals.catchNext()
        await composition.markUnready()
        await signals.waitForShutdown(atMost: .seconds(limits.drainDelay))
    }

    private func listening(_ environment: [String: String]) throws -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.connectionLimit = limits.connections
        configuration.host = try listen.host(in: environment)
        configuration.port = try listen.port(in: environment, default: 8080)
        return configuration
    }
}

/// Returns the host for a URL: IPv6 addresses in brackets, and localhost for a wildcard address.
func urlHost(_ host: String) -> String {
    switch host {
    case "0.0.0.0", "::": "localhost"
    default: host.contains(":") ? "[\(host)]" : host
    }
}

extension AddressRange: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

/// The value of `--source`.
enum SourceOption: ExpressibleByArgument {
    case embedded
    case comicVine
    case remote(String)

    init?(argument: String) {
        if argument == "embedded" {
            self = .embedded
        } else if argument == "comicvine" {
            self = .comicVine
        } else if Self.isWebURL(argument) {
            self = .remote(argument)
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { "embedded" }

    static func isWebURL(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme) else {
            return false
        }
        return !(url.host() ?? "").isEmpty && url.query == nil && url.fragment == nil && url.user == nil
    }
}
