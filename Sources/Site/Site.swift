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
    /// The limits of imports of a visitor and, far above it, of all visitors of a network.
    let importLimit = RateLimit(perHour: 60)
    let networkImportLimit = RateLimit(perHour: 1200)
    /// The limit of wrong transfer codes per network.
    let wrongCodeLimit = RateLimit(perHour: 60)
    /// The undo histories and the results of imports.
    let expiringStore: any ExpiringStore
    let undoLimit = UndoLimit()
    let transferCodes: TransferCodes
    let pageCache: PageCache
    let sitemaps = SitemapCache()
    /// The pages that refuse a request because there are too many, by status.
    private let busyPages = Locked<[Int: Response]>([:])
    /// Nil in development, when files may change, and if the files cannot be read.
    let files: StaticFiles?
    let texts: Texts

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
        texts = Texts(configuration)
    }

    /// All views with a template; the templates are checked against them at the start.
    package static let views: [any TemplateView.Type] = [
        FrontView.self, FrontContentView.self, SearchView.self, SearchResultsView.self, TopicSearchView.self,
        FoundTopicsView.self, HeroesView.self, HeroListView.self, LetterView.self, LetterListView.self, SharedView.self,
        HeroView.self, HeroPartView.self, ShellView.self, HueView.self, TopicView.self, TopicPartView.self,
        TopicListView.self,
        TopicListContentView.self, PathView.self, PathSearchView.self, RelatedPageView.self, FavouritesView.self,
        ImportView.self,
        CodeView.self, MoveView.self, StaticPageView.self, FailureView.self, LateFailureView.self, AttributionView.self,
        TransitionView.self, LateTransitionView.self, HeroCardView.self, TopicItemView.self, RelatedView.self,
    ]

    /// The number of new visitors since the start.
    package var newVisitorCount: Int { newVisitors.count.load(ordering: .relaxed) }
}

extension Site {
    /// Responds to any request; a failure is a page too.
    package func respond(to request: Request) async -> Response {
        let visit: Visit
        do {
            visit = Visit(self, request, try assets())
        } catch {
            configuration.log(String(describing: error))
            // A template is broken, during development.
            return .text("\(error)\n", .internalServerError)
        }
        let route = Result { () throws(RouteError) in try Route(request) }.mapError { Failure($0) }
        if case .success(let route) = route { Trace.current?.route = route.address.name.rawValue }
        let revision = source.revision
        // The store reports the favourites with the result of a toggle.
        let isToggle = if case .success(.favourites(.toggle)) = route { true } else { false }
        let reading = isToggle ? visit : await visit.readingFavourites()
        do {
            let route = try route.get()
            return caching(try await respond(at: route, reading), at: route, revision: revision, reading)
        } catch {
            error.cause.map(configuration.log)
            let visit = isToggle ? await visit.readingFavourites() : reading
            return visit.renderer.page(error, posters: visit.prefersJSON ? [] : await visit.posters())
        }
    }

    /// Returns the page at the route, after the checks of its method, origin, spelling and cookie.
    private func respond(at route: Route, _ visit: Visit) async throws(Failure) -> Response {
        let methods = route.address.methods
        // A browser that restores its tabs, or returns from a login, requests the address of a form with GET.
        if methods == [.post], [.get, .head].contains(visit.request.method) {
            return .redirect(to: Route.favourites(page: 1).url)
        }
        guard methods.contains(visit.request.method) else { throw .wrongMethod(at: route) }
        try visit.checkOrigin()
        if isNonCanonical(visit.request, route) { throw .moved(to: route) }
        if let check = CookieCheck(visit.request, route) { return try check.respond(visit) }
        return switch route {
        case .home: try await FrontPage(visit: visit).response()
        case .list(let list): try await respond(with: list, visit)
        case .hero(let hero): try await respond(with: hero, visit)
        case .topics(let topics): try await respond(with: topics, visit)
        case .favourites(let favourites): try await respond(with: favourites, visit)
        case .document(let document): try await respond(with: document, visit)
        }
    }

    private func respond(with list: HeroList, _ visit: Visit) async throws(Failure) -> Response {
        switch list {
        case .all(let filter, let order, let page):
            try await HeroesPage(visit: visit, filter: filter, order: order, page: page).response()
        case .search(let search, let page): try await SearchPage(visit: visit, search: search, page: page).response()
        case .letter(let letter, let page): try await LetterPage(visit: visit, letter: letter, page: page).response()
        case .shared(let ids, let page): try await SharedPage(visit: visit, ids: ids, page: page).response()
        case .favourites(let page, let order):
            try await FavouritesPage(visit: visit, page: page, order: order).response()
        case .topic(let id, let slug, let page):
            try await TopicPage(visit: visit, id: id, slug: slug, page: page).response()
        }
    }

    private func respond(with hero: HeroRoute, _ visit: Visit) async throws(Failure) -> Response {
        switch hero {
        case .random: try await RandomPage(visit: visit).response()
        case .page(let id, let slug, let list):
            try await HeroPage(visit: visit, id: id, slug: slug, list: list).response()
        case .related(let id, let slug, let kind):
            try await RelatedPage(visit: visit, id: id, slug: slug, kind: kind).response()
        case .pathSearch(let id, let slug, let search):
            try await PathSearchPage(visit: visit, id: id, slug: slug, search: search).response()
        case .path(let id, _, let other, _): try await PathPage(visit: visit, id: id, other: other).response()
        }
    }

    private func respond(with topics: TopicRoute, _ visit: Visit) async throws(Failure) -> Response {
        switch topics {
        case .list(let kind, .search(let search), _, let page, _, _):
            try await TopicSearchPage(visit: visit, kind: kind, search: search, page: page).response()
        case .list(let kind, let owner, let slug, let page, let order, let list):
            try await TopicListPage(
                visit: visit, kind: kind, owner: owner, slug: slug, page: page, order: order, list: list
            ).response()
        case .readingList(let owner, _): try await ReadingListPage(visit: visit, owner: owner).response()
        }
    }

    private func respond(with favourites: FavouritesRoute, _ visit: Visit) async throws(Failure) -> Response {
        switch favourites {
        case .toggle(let id): try await TogglePage(visit: visit, id: id).response()
        case .undo: try await UndoPage(visit: visit).response()
        case .clear: try await ClearPage(visit: visit).response()
        case .export(let format): try await ExportPage(visit: visit, format: format).response()
        case .importList: try await ImportPage(visit: visit).response()
        case .code: try await CodePage(visit: visit).response()
        case .move(let code): try await MovePage(visit: visit, code: code).response()
        case .forget: try await ForgetPage(visit: visit).response()
        }
    }

    private func respond(with document: DocumentRoute, _ visit: Visit) async throws(Failure) -> Response {
        switch document {
        case .page(let page): await DocumentPage(visit: visit, page: page).response()
        case .transitions(let heroes, let topics):
            visit.styles(TransitionView(heroes, topics: topics))
        case .hue(let degrees): visit.styles(HueView(degrees: degrees))
        case .file(let name): try FilePage(visit: visit, name: name).response()
        case .initials(let initials): InitialsPage(visit: visit, initials: initials).response()
        case .icon(let icon): try FilePage(visit: visit, name: icon.file).response()
        case .sitemap: try await SitemapPage(visit: visit).response()
        case .robots: RobotsPage(visit: visit).response()
        case .manifest: ManifestPage(visit: visit).response()
        case .searchDescription: try SearchDescriptionPage(visit: visit).response()
        }
    }

    /// Returns true if the address has a trailing slash, the end of a sentence, or needless percent-encoding.
    private func isNonCanonical(_ request: Request, _ route: Route) -> Bool {
        if case .document(.file) = route { return false }
        let path = request.path.utf8
        let end = path.last ?? UInt8(ascii: "/")
        // A hero's page corrects a slug.
        let isPunctuation = !end.isLetter && !end.isDigit && end != UInt8(ascii: "-")
        return (path.count > 1 && isPunctuation && route.address.path != request.path)
            || path.contains(UInt8(ascii: "%")) && route.address.path != request.path
    }

    /// Returns false for a form that is answered from memory and the store, such as the heart of a known hero.
    package func mayNeedSource(_ request: Request) -> Bool {
        guard request.method == .post else { return true }
        return switch try? Route(request) {
        case .favourites(.toggle(let id)): source.cachedHero(id) == nil
        case .favourites(.importList): true
        // Or an address without a page.
        default: false
        }
    }

    /// Returns the visitor in the request's cookie; nil if there is none.
    package func visitor(of request: Request) -> Visitor? { VisitorCookie(request, configuration).visitor }

    /// Returns the error page for a request that the server rejected.
    package func errorPage(_ status: HTTPResponse.Status, for request: Request?) -> Response {
        // Without templates, during development, plain text is sent.
        guard let assets = try? assets() else { return .text("\(status.code) \(status.reasonPhrase)\n", status) }
        let visit = Visit(self, request, assets)
        guard status == .tooManyRequests || status == .serviceUnavailable, !visit.prefersJSON else {
            return visit.withCachedFavourites().renderer.page(.http(status))
        }
        // Refusing costs less than answering: the page is rendered once, and without a request.
        return busyPages.withLock { pages in
            if let page = pages[status.code], !configuration.isDevelopment { return page }
            let page = Visit(self, nil, assets).renderer.page(.http(status))
            pages[status.code] = page
            return page
        }
    }
}
