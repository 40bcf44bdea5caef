import Basics
import HTML
import HTTP
import HTTPTypes
import Heroes

/// The web site. It responds to requests with a source of heroes and a store of favourites.
package struct Site: Sendable {
    let source: any HeroSource
    let favourites: any FavouritesStore
    let configuration: SiteConfiguration
    let assets: @Sendable () throws -> Assets
    let newVisitors: NewVisitors
    let importLimit = RateLimit(perHour: 60)
    /// The limit of wrong transfer codes per network.
    let wrongCodeLimit = RateLimit(perHour: 60)
    /// The undo histories and the results of imports.
    let expiringStore: any ExpiringStore
    let undoLimit = UndoLimit()
    let transferCodes: TransferCodes
    let pageCache: PageCache
    let documents = DocumentCache()
    /// The searches of a network that run at once and that wait for them: one takes milliseconds in a large archive.
    let searches = NetworkLimit(running: 2, waiting: 14)
    /// Nil in development, when files may change, and if the files cannot be read.
    let files: StaticFiles?
    /// The sanitizer of descriptions. Links to the source's pages about heroes lead to their pages on this site.
    let sanitizer: Sanitizer
    /// A sanitizer with a lower limit, for excerpts on pages with many descriptions.
    let excerpts = Sanitizer(limit: 8 << 10)

    /// `assets` is called once per request, so that templates can change during development. Without `expiringStore`
    /// and `newVisitorLimit`, this process has its own.
    package init(
        source: any HeroSource, favourites: any FavouritesStore, expiringStore: (any ExpiringStore)? = nil,
        newVisitorLimit: ((_ perHour: Int) -> any NewVisitorLimit)? = nil,
        configuration: SiteConfiguration = SiteConfiguration(),
        assets: @escaping @Sendable () throws -> Assets
    ) {
        let expiringStore = expiringStore ?? MemoryExpiringStore(now: configuration.now)
        self.expiringStore = expiringStore
        transferCodes = TransferCodes(store: expiringStore, secret: configuration.secret)
        self.source = source
        self.favourites = favourites
        self.configuration = configuration
        self.assets = assets
        newVisitors = NewVisitors(
            perHour: configuration.newVisitorsPerHour,
            newVisitorLimit ?? { LocalNewVisitorLimit(perHour: $0, now: configuration.now) })
        pageCache = PageCache(byteLimit: configuration.pageByteLimit, lifetime: configuration.pageLifetime)
        // The first page reports why the files cannot be read.
        files = configuration.isDevelopment ? nil : try? assets().files
        // The limit is ten times the longest description in Marvel's data, because visitors wait while it is parsed.
        sanitizer = Sanitizer(base: configuration.descriptionBase, limit: 32 << 10) { url in
            configuration.heroOfPage(url).map { Route.hero($0.id, named: $0.name).url }
        }
    }

    /// All views with a template; the templates are checked against them at the start.
    package static let views: [any TemplateView.Type] = [
        ListView.self, ListPartView.self, DetailView.self, DetailPartView.self, PathView.self,
        FavouritesView.self, ImportView.self, TransferView.self, StaticPageView.self, FailureView.self,
        LateFailureView.self,
        AttributionView.self, TransitionView.self, HueView.self, ExamplesView.self,
    ]

    /// The number of new visitors since the start.
    package var newVisitorCount: Int { newVisitors.count.load(ordering: .relaxed) }
}

extension Site {
    /// Responds to any request; a failure is a page too.
    package func respond(to request: Request) async -> Response {
        let context: PageContext
        do {
            context = PageContext(self, request, try assets())
        } catch {
            configuration.log(String(describing: error))
            // A template is broken, during development.
            return .text("\(error)\n", .internalServerError)
        }
        let route = Result { () throws(RouteError) in try Route(request) }.mapError { Failure($0) }
        if case .success(let route) = route { Trace.current?.route = route.address.name.rawValue }
        let revision = source.revision
        // The store reports the favourites with the result of a toggle.
        let isToggle = if case .success(.favourite) = route { true } else { false }
        let reading = isToggle ? context : await context.reading()
        do {
            let route = try route.get()
            return caching(try await respond(route, reading), at: route, revision: revision, reading)
        } catch {
            error.cause.map(configuration.log)
            let context = isToggle ? await context.reading() : reading
            return context.response(to: error, posters: context.prefersJSON ? [] : await context.posters())
        }
    }

    private func respond(_ route: Route, _ context: PageContext) async throws(Failure) -> Response {
        let methods = route.address.methods
        // A browser that restores its tabs, or returns from a login, requests the address of a form with GET.
        if methods == [.post], [.get, .head].contains(context.http.method) {
            return .redirect(to: Route.favourites(page: 1).url)
        }
        guard methods.contains(context.http.method) else { throw .wrongMethod(at: route) }
        guard
            CrossOriginProtection.allows(
                context.http, at: configuration.publicURL, behind: configuration.trustedProxies)
        else { throw .crossSite(context.http) }
        if isNonCanonical(context.http, route) { throw .moved(to: route) }
        if let check = CookieCheck(context.http, route) { return try check.respond(context) }
        let actions = FavouritesActions(context: context)
        switch route {
        case .home: return try await FrontPage(context: context).respond()
        case .list(.heroes(let search, let page)): return try await HeroListPage(context: context).respond(search, page)
        case .list(.shared(let ids, let page)):
            return try await HeroListPage(context: context).respond(shared: ids, page)
        case .list(.index(let letter, let page)):
            return try await HeroListPage(context: context).respond(under: letter, page)
        case .list(.topic(let id, let slug, let page)):
            return try await DetailPage(context).respond(id, slug: slug, page: page)
        case .list(.favourites(let page, let order)):
            return try await FavouritesPage(context: context).respond(page, order)
        case .random: return try await HeroListPage(context: context).respondRandom()
        case .hero(let id, let slug, let list): return try await DetailPage(context).respond(id, slug: slug, from: list)
        case .section(let kind, let owner, let slug, let page, let order, let list):
            return try await TopicListPage(context: context, kind: kind, order: order, list: list)
                .respond(owner, slug: slug, page)
        case .pathSearch(let id, let slug, let search):
            return try await PathPage(context: context).respond(id, slug: slug, search)
        case .path(let id, _, let other, _): return try await PathPage(context: context).respond(id, other)
        case .readingList(let owner, _): return try await context.readingList(owner)
        case .page(let page):
            var view = StaticPageView(page, imageHosts: configuration.imageHosts)
            view.layout.posters = await context.posters()
            return context.page(view).repeatable()
        case .export(let format):
            let export = FavouritesExport(favourites: try context.readFavourites())
            // A thousand favourites take milliseconds.
            return await withTaskExecutorPreference(globalConcurrentExecutor) { export.response(format) }
        case .importFavourites: return try await actions.importFavourites()
        case .clear: return try await actions.clear()
        case .undo: return try await actions.undo()
        case .transferCode: return try await actions.transferCode()
        case .transfer(let code): return try await actions.transfer(code)
        case .favourite(let id): return try await actions.toggle(id)
        case .forget: return try await actions.forget()
        case .examples(let state) where configuration.isDevelopment:
            return try ExamplesPage(context: context).respond(state)
        case .sitemap: return try await context.sitemap()
        case .robots: return context.robots()
        case .manifest: return context.manifest()
        case .searchDescription: return try context.searchDescription()
        case .transitions(let heroes, let topics):
            return Response(
                hardened: [.contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=86400"],
                context.part(TransitionView(heroes, topics: topics)))
        case .file, .favicon:
            let name = if case .file(let name) = route { name } else { "favicon.ico" }
            guard let file = context.assets.files.respond(to: context.http, name: name) else {
                throw Failure(RouteError.unknown)
            }
            return file
        case .health: return .text("ok\n")
        case .examples: throw Failure(RouteError.unknown)
        }
    }

    /// Returns true if the address has a trailing slash, the end of a sentence, or needless percent-encoding.
    private func isNonCanonical(_ request: Request, _ route: Route) -> Bool {
        if case .file = route { return false }
        let path = request.path.utf8
        let end = path.last ?? UInt8(ascii: "/")
        // A hero's page corrects a slug.
        let isPunctuation = !end.isLetter && !end.isDigit && end != UInt8(ascii: "-")
        return (path.count > 1 && isPunctuation && route.address.path != request.path)
            || path.contains(UInt8(ascii: "%")) && route.address.path != request.path
    }

    /// Returns the error page for a request that the server rejected.
    package func errorPage(_ status: HTTPResponse.Status, for request: Request?) -> Response {
        // Without templates, during development, plain text is sent.
        guard let assets = try? assets() else { return .text("\(status.code) \(status.reasonPhrase)\n", status) }
        return PageContext(self, request, assets).readingFromMemory().response(to: .http(status))
    }
}
