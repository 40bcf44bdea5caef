import CGlibc
import Curl
import Dispatch
import Foundation
import Gateway
import HTML
import HTTP
import Heroes
import Logging
import MarvelAPI
import PostgreSQL
import Server
import Site
import Storage

/// The composition root: creates the site from all modules.
struct Composition: Sendable {
    private let site: Site
    private let gateway: EmbeddedGateway?
    private let proxies: [AddressRange]
    private let curl: Curl
    private let upstream: Upstream
    private let loading: Task<Void, Never>
    private let readiness: Readiness
    /// Nil if favourites are stored on this machine.
    private let database: Database?
    private let favourites: InstrumentedStore

    init(_ command: ServeCommand, _ environment: [String: String], _ logger: Logger) async throws {
        let resources = try Resources(folder: command.folders.resources)
        // Templates are loaded in parallel with the catalogue or archive.
        async let makingAssets = Self.assets(resources, reload: command.reload)
        let database = try await Self.database(command, environment, logger)
        self.database = database
        let store = try Self.favourites(command, database, logger)
        favourites = InstrumentedStore(store)
        let curl = Curl(caBundle: environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 })
        self.curl = curl
        let (upstream, gateway) = try await Self.upstream(command, environment, resources, database, curl, logger)
        (self.upstream, self.gateway, proxies) = (upstream, gateway, command.service.trustedProxy)
        loading = Task { await upstream.load() }
        let assets = try await makingAssets
        site = Site(
            source: upstream.source, favourites: favourites,
            expiringStore: database.map { PostgresExpiringStore($0) },
            newVisitorLimit: database.map { database in { PostgresNewVisitorLimit(database, perHour: $0) } },
            configuration: Self.configuration(command, environment, upstream, gateway?.images, logger),
            assets: assets)
        readiness = Self.readiness(
            upstream, store, isShared: database != nil, assets, command.archive == nil ? nil : gateway?.readiness,
            logger)
        // Reading the catalogue leaves much free memory in the allocator's arenas.
        DispatchQueue.global().async { _ = malloc_trim(0) }
    }

    /// Returns the source, and the gateway if it is embedded.
    private static func upstream(
        _ command: ServeCommand, _ environment: [String: String], _ resources: Resources, _ database: Database?,
        _ curl: Curl, _ logger: Logger
    ) async throws -> (Upstream, EmbeddedGateway?) {
        switch command.source {
        case .embedded:
            // The site's pages use SVG, and link previews PNG.
            let content = try GatewayContent(
                archive: command.archive, pictures: .svg, catalogue: resources.catalogue, environment)
            let gateway = try EmbeddedGateway(content, imageHosts: command.imageHosts, logger: logger)
            return (Upstream.marvel(gateway.source, command, curl: curl, logger: logger), gateway)
        case .remote(let url):
            var marvel = try remote(url, environment, imageHosts: command.imageHosts)
            marvel.askingWords = try Vocabulary.load(folder: resources.catalogue).askingWords
            return (Upstream.marvel(marvel, command, curl: curl, logger: logger), nil)
        case .comicVine:
            let words = try Vocabulary.load(folder: resources.catalogue).askingWords
            return (try await Upstream.comicVine(command, environment, database, askingWords: words, curl, logger), nil)
        }
    }

    /// Returns the site's configuration; `images` are those that the site itself serves.
    private static func configuration(
        _ command: ServeCommand, _ environment: [String: String], _ upstream: Upstream, _ images: Images?,
        _ logger: Logger
    ) -> SiteConfiguration {
        var configuration = SiteConfiguration()
        configuration.log = { logger.warning("\($0)", metadata: Trace.current.map { ["id": "\($0.id)"] }) }
        #if DEBUG
            // Browser tests need pages that are streamed, or not, whatever the machine's load.
            if let milliseconds = environment["HEROES_TEST_PATIENCE"].flatMap({ Int($0) }) {
                configuration.streamingDelay = .milliseconds(milliseconds)
            }
        #endif
        configuration.publicURL = command.publicURL
        configuration.contact = command.contact
        configuration.isDevelopment = command.reload
        configuration.trustedProxies = command.service.trustedProxy
        configuration.newVisitorsPerHour = command.newVisitors
        configuration.pageByteLimit = command.pageByteLimit
        configuration.imageHosts = upstream.imageHosts
        configuration.descriptionBase = upstream.descriptionBase
        configuration.heroOfPage = upstream.heroOfPage
        configuration.secret = secret(environment)
        if let images {
            configuration.hue = { images.hue(ofPath: $0.url(.portrait)) }
            configuration.collage = { images.collagePath(ofPaths: $0.map { $0.url(.portrait) }) }
        }
        return configuration
    }

    /// The site as a service, with its gate, and its pages for requests that the server refuses.
    var content: ServiceContent {
        ServiceContent(
            name: "MarvelHeroes", path: "/", readiness: readiness,
            addMetrics: { [upstream, favourites, database, site] page in
                upstream.addMetrics(&page)
                page.add(favourites, newVisitors: site.newVisitorCount)
                if let database { page.add(database) }
            },
            handler: { operations in
                compressing(uncompressed(operations)) { [site] in site.errorPage(.notAcceptable, for: $0) }
            },
            immediateHandler: { immediateResponse(to: $0) },
            refusalPage: { [site] in site.errorPage($0.status, for: $0.request) },
            gate: RequestGate(
                gateway == nil ? .remote : .local, behind: proxies,
                concerns: { [site] in !OperationsPages.paths.contains(String($0.path)) && site.mayNeedSource($0) },
                visitor: { [site] in site.visitor(of: $0)?.hash }))
    }

    /// Returns cached pages, files and pictures, without awaiting.
    private func immediateResponse(to head: RequestHead) -> ImmediateResponse? {
        if let image = gateway?.images?.immediateResponse(to: head) {
            return ImmediateResponse(image, route: RouteLabel.image)
        }
        return site.immediateResponse(to: head)
    }

    private func uncompressed(_ operations: OperationsPages) -> Handler {
        let (site, images) = (site, gateway?.images)
        return { request in
            if let image = await images?.respond(to: request) {
                Trace.current?.route = RouteLabel.image
                return image
            }
            if let page = await operations.respond(to: request) { return page }
            return await site.respond(to: request)
        }
    }

    func stop() async {
        loading.cancel()
        await gateway?.stop()
        // The responses of running calls need not be requested again.
        let limit = Task { [curl] in
            try await Task.sleep(for: .seconds(5))
            curl.shutdown()
        }
        await loading.value
        limit.cancel()
        curl.shutdown()
        await upstream.waitUntilIdle()
        database?.close()
    }

    private static func assets(_ resources: Resources, reload: Bool) throws -> @Sendable () throws -> Assets {
        let load: @Sendable () throws -> Assets = {
            try Assets(templates: resources.templates, files: resources.files)
        }
        guard !reload else { return load }
        let assets = try load()
        return { assets }
    }

    /// Returns the database for favourites if there is one. It may be away at the start, but it must not refuse this
    /// program.
    private static func database(
        _ command: ServeCommand, _ environment: [String: String], _ logger: Logger
    ) async throws -> Database? {
        let text = command.database ?? environment["HEROES_DATABASE"] ?? ""
        guard !text.isEmpty, !command.ephemeral else { return nil }
        do throws(DatabaseError) {
            let settings = try ConnectionSettings(text)
            let database = Database(settings, secret: secret(environment), log: logger.databaseEvents)
            do throws(DatabaseError) {
                try await database.waitUntilConnected(within: .seconds(3))
                logger.info("favourites are in the database \(settings.description)")
            } catch .unavailable(let reason) {
                logger.warning("the database of favourites is away: \(reason)")
            }
            return database
        } catch {
            // A database that is away has been logged above.
            throw CommandError("The database of favourites cannot be used: \(error.reason).", isPermanent: true)
        }
    }

    private static func secret(_ environment: [String: String]) -> [UInt8] {
        Array((environment["HEROES_SECRET"] ?? "").utf8)
    }

    private static func favourites(
        _ command: ServeCommand, _ database: Database?, _ logger: Logger
    ) throws -> any FavouritesStore {
        if command.ephemeral { return MemoryStore() }
        if let database { return PostgresFavourites(database) }
        let folder = command.data + "/favourites"
        do {
            return try FileStore(folder: folder) { logger.warning("\($0)") }
        } catch {
            guard case .unavailable(let reason) = error else { throw error }
            // After a backup was restored as root, for example, while the folder above still has the right owner.
            let remedy =
                isOwned(command.data) && !mayWrite(folder)
                ? "Give the files to the owner of the folder above, as root: chown -R --reference=\(command.data) \(folder)"
                : "Choose another folder with --data, or use --ephemeral."
            throw CommandError(
                "Favourites cannot be stored: \(reason). \(remedy)", isPermanent: !mayWrite(folder))
        }
    }

    private static func isOwned(_ folder: String) -> Bool {
        var status = stat()
        return stat(folder, &status) == 0 && status.st_uid == geteuid() && access(folder, W_OK) == 0
    }

    /// Returns true if this process may write the folder, or may create it, and its lock. Then the disk may be full, or
    /// another process uses the folder.
    private static func mayWrite(_ folder: String) -> Bool {
        var existing = folder
        while access(existing, F_OK) != 0, errno == ENOENT, let slash = existing.lastIndex(of: "/") {
            existing = slash == existing.startIndex ? "/" : String(existing[..<slash])
        }
        // A relative path without a folder that exists is in the working directory.
        if access(existing, F_OK) != 0, errno == ENOENT { existing = "." }
        // With a slash, a file is not a folder (ENOTDIR).
        let paths: [String] = [existing + "/", folder + "/lock"]
        return paths.allSatisfy { access($0, R_OK | W_OK) == 0 || errno == ENOENT }
    }

    private static func remote(
        _ url: String, _ environment: [String: String], imageHosts: [ImageHost]
    ) throws -> MarvelConfiguration {
        let publicKey = environment["MARVEL_PUBLIC_KEY"] ?? ""
        let privateKey = environment["MARVEL_PRIVATE_KEY"] ?? ""
        guard publicKey.isEmpty == privateKey.isEmpty else {
            throw CommandError(
                "Only one of MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY is set. Set both or neither.", isPermanent: true)
        }
        return try MarvelConfiguration(
            baseURL: url, publicKey: publicKey, privateKey: privateKey, imageHosts: imageHosts)
    }
}

extension Composition {
    /// Returns the readiness checks: of templates, the store, and the source or its cached responses.
    static func readiness(
        _ upstream: Upstream, _ favourites: any FavouritesStore, isShared: Bool,
        _ assets: @escaping @Sendable () throws -> Assets, _ archive: Readiness.Check?,
        _ logger: Logger
    ) -> Readiness {
        let checks = [
            Readiness.Check(name: "templates", failureMessage: "the templates cannot be used") { _ = try assets() },
            Readiness.Check(
                name: "source", failureMessage: "the source does not answer, and nothing is cached",
                run: {
                    // The first page: usually cached, otherwise one call.
                    _ = try await upstream.source.heroes(HeroQuery(range: .page(1)))
                }, degradation: upstream.degradation),
            // A balancer must not remove all machines because of the database that they share.
            Readiness.Check(
                name: "store", failureMessage: "favourites cannot be written",
                run: { try await favourites.check() }, isRequired: !isShared),
        ]
        return Readiness(checks + [archive].compactMap(\.self), logger: logger)
    }
}
