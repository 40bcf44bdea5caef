import ArgumentParser
import Foundation
import HTTP
import MarvelAPI
import Site

/// `heroes serve`: the web site.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the web site.",
        discussion: """
            Without --source, heroes come from an embedded gateway with the bundled catalogue or an archive. For a \
            remote source that needs keys, set MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY in the environment; for \
            --source comicvine, COMICVINE_API_KEY; for one with a private certificate authority, SSL_CERT_FILE. Several \
            machines with one --database need the \
            same HEROES_SECRET, a long random text. “heroes serve --help-hidden” shows the options that few sites need.
            """)

    @OptionGroup var service: ServiceOptions
    @OptionGroup var folders: ResourceOptions
    @OptionGroup var comicVine: ComicVineOptions

    @Option(help: "The folder for the visitors' favourites.", completion: .directory)
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

    @Option(help: "An archive made by “heroes import”, to serve instead of the bundled catalogue.", completion: .file())
    var archive: String?

    @Option(help: .advanced("The URL that replaces http://i.annihil.us/u/prod/marvel in the URLs of pictures."))
    var imageHost = ImageHost.current

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

    @Option(
        help: "The mail address or web page to which visitors report mistakes, shown on /about.",
        transform: { text in
            guard let contact = SiteConfiguration.Contact(text) else {
                throw ValidationError("It must be a mail address, or a URL such as https://heroes.example/report.")
            }
            return contact
        })
    var contact: SiteConfiguration.Contact?

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
        let service = try Service(service, defaultPort: 8080)
        let composition = try await Composition(self, service.environment, service.logger)
        do {
            try await service.run(composition.content)
        } catch {
            await composition.stop()
            throw error
        }
        await composition.stop()
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
