import HTTP
import HTTPTypes
import Heroes

extension Site {
    /// Responds to any request; a failure is a page too.
    package func respond(to request: Request) async -> Response {
        let renderer: Renderer
        do {
            renderer = Renderer(assets: try assets(), configuration: configuration)
        } catch {
            environment.log(String(describing: error))
            // A template is broken, during development.
            return .text("\(error)\n", .internalServerError)
        }
        let route = Result { () throws(RouteError) in try Route(request) }.mapError { Failure($0) }
        if case .success(let route) = route { Trace.current?.route = route.name.rawValue }
        if let response = visitorIndependentResponse(route, request, renderer) { return response }
        let revision = source.revision
        // The store reports the favourites with the result of a toggle.
        let isToggle = if case .success(.favourite) = route { true } else { false }
        let pageRequest = isToggle ? requestWithoutFavourites(request) : await readRequest(request)
        do {
            let route = try route.get()
            return caching(try await respond(route, pageRequest, renderer), at: route, revision: revision, pageRequest)
        } catch {
            if let cause = error.cause { environment.log(cause) }
            return renderer.failure(error, isToggle ? await readRequest(request) : pageRequest)
        }
    }

    private func respond(_ route: Route, _ request: PageRequest, _ renderer: Renderer) async throws(Failure) -> Response
    {
        // A browser that restores its tabs, or returns from a login, requests the address of a form with GET.
        if route.methods == [.post], [.get, .head].contains(request.http.method) {
            return .redirect(to: Route.favourites(page: 1).url)
        }
        try checkAllowed(request.http, at: route)
        if isNonCanonical(request.http, route) { throw .moved(to: route) }
        if let check = CookieCheck(request.http, route) { return try check.respond(request, configuration) }
        let source = source(for: request)
        let context = PageContext(
            source: source, renderer: renderer, configuration: configuration, relatedHeroes: relatedHeroes,
            log: environment.log)
        let actions = FavouritesActions(site: self, context: context, request: request)
        switch route {
        case .home: return .permanentRedirect(to: .heroes(search: nil, page: 1))
        case .list(let list): return try await respond(list, request, context)
        case .random: return try await RandomHero(context: context, environment: environment).respond()
        case .about: return AboutPage(context: context).respond(request)
        case .hero(let id, let slug, let list):
            return try await HeroDetailPage(context: context).respond(id, slug: slug, from: list, request)
        case .section(let section, let owner, let slug, let page, let list):
            return try await SectionListPage(context: context, list: list).respond(
                section, of: owner, slug: slug, page: page, request)
        case .export(let format): return FavouritesExport(favourites: try request.readFavourites()).response(format)
        case .importFavourites: return try await actions.importFavourites()
        case .clear: return try await actions.clear()
        case .undo: return try await actions.undo()
        case .transferCode: return try await actions.transferCode()
        case .transfer(let code): return try await actions.transfer(code)
        case .favourite(let id): return try await actions.toggle(id)
        case .forget: return try await actions.forget()
        case .examples(let state) where configuration.isDevelopment:
            return try ExamplesPage(renderer: renderer).respond(state, request)
        case .sitemap(let part):
            guard let origin = configuration.origin(of: request.http) else { throw .missingHost }
            guard let sitemap = renderer.sitemap(of: source, part: part, origin) else {
                throw Failure(RouteError.unknown)
            }
            return sitemap
        case .transitions, .file, .health, .examples, .robots, .manifest, .searchDescription, .favicon:
            throw Failure(RouteError.unknown)
        }
    }

    /// Returns the source for this request; its calls count against the quota of the client's network.
    private func source(for request: PageRequest) -> any HeroSource {
        if request.isPrefetch { return source.for(.prefetch) }
        let client = request.http.client(behind: configuration.trustedProxies)
        return source.for(.visitor(network: client?.network ?? []))
    }

    /// Responds to routes that do not depend on the visitor; returns nil for other routes.
    private func visitorIndependentResponse(_ route: Result<Route, Failure>, _ request: Request, _ renderer: Renderer)
        -> Response?
    {
        guard case .success(let route) = route, route.methods.contains(request.method), !isNonCanonical(request, route)
        else { return nil }
        return switch route {
        case .transitions(let heroes, let works): renderer.transitions(heroes, works)
        case .file(let name): renderer.file(name, request)
        case .favicon: renderer.file("favicon.ico", request)
        case .robots: renderer.robots(request)
        case .manifest: renderer.manifest()
        case .searchDescription: renderer.searchDescription(request)
        case .health: .text("ok\n")
        default: nil
        }
    }

    /// Returns the visitor's recent changes; none if they cannot be read.
    func undoHistory(of request: PageRequest) async -> UndoHistory {
        guard let visitor = request.visitor else { return UndoHistory() }
        let history: UndoHistory? = await orLog("cannot read an undo history") { () throws(FavouritesError) in
            try await expiringStore.value(.undoHistory, for: visitor.hash)
        }
        return history ?? UndoHistory()
    }

    /// Returns the result; nil if the work fails, with its cause in the log, for data that a visitor can do without.
    @discardableResult
    func orLog<Value>(
        _ failure: String, _ work: () async throws(FavouritesError) -> Value?
    ) async -> Value? {
        do throws(FavouritesError) {
            return try await work()
        } catch {
            environment.log("\(failure): \(error)")
            return nil
        }
    }

    /// Returns true if the address differs from the one that the site's links use: by a trailing slash or by needless
    /// percent-encoding.
    private func isNonCanonical(_ request: Request, _ route: Route) -> Bool {
        if case .file = route { return false }
        let path = request.path.utf8
        return (path.count > 1 && path.last == UInt8(ascii: "/"))
            || path.contains(UInt8(ascii: "%"))
                && route.path != request.path
    }

    private func checkAllowed(_ request: Request, at route: Route) throws(Failure) {
        guard route.methods.contains(request.method) else { throw .wrongMethod(at: route) }
        guard
            CrossOriginProtection.allows(
                request, at: configuration.publicURL, behind: configuration.trustedProxies)
        else { throw .crossSite(request) }
    }
}
