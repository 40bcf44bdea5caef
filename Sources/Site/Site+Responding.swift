import HTTP
import HTTPTypes
import Heroes

extension Site {
    /// Answers any request; a failure is a page too.
    package func respond(to request: Request) async -> Response {
        let renderer: Renderer
        do {
            renderer = Renderer(assets: try assets(), configuration: configuration)
        } catch {
            environment.log(String(describing: error))
            // A broken template, while one works on it.
            return .text("\(error)\n", .internalServerError)
        }
        let route = Result { () throws(RouteError) in try Route(request) }.mapError { Failure($0) }
        if case .success(let route) = route { Trace.current?.route = route.name.rawValue }
        if let response = visitorIndependentResponse(route, request, renderer) { return response }
        let revision = source.revision
        // A toggle hears from the store what was kept, so it need not ask before, but for which visitor is meant.
        let isToggle =
            if case .success(.favourite) = route {
                VisitorCookie(request, configuration).candidates.count < 2
            } else { false }
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
        // A browser that is started again, or comes back from signing in, asks for what a form was sent to.
        if route.methods == [.post], [.get, .head].contains(request.http.method) {
            return .redirect(to: Route.favourites(page: 1).url)
        }
        try checkAllowed(request.http, at: route)
        if isNonCanonical(request.http, route) { throw .moved(to: route) }
        if let first = CookieCheck(request.http, route) { return try first.respond(request, configuration) }
        let source = source(for: request, at: route)
        let context = PageContext(
            source: source, renderer: renderer, configuration: configuration, log: environment.log)
        let actions = FavouritesActions(site: self, context: context, request: request)
        switch route {
        case .home: return .permanentRedirect(to: .heroes(search: nil, page: 1))
        case .list(let list): return try await respond(list, request, context)
        case .random: return try await RandomHero(context: context, environment: environment).respond()
        case .hero(let id, let slug, let list):
            return try await HeroDetailPage(context: context).respond(id, slug: slug, from: list, request)
        case .section(let section, let id, let slug, let page, let list):
            return try await SectionListPage(context: context, list: list).respond(
                section, of: id, slug: slug, page: page, request)
        case .export(let format): return FavouritesExport(favourites: try request.readFavourites()).response(format)
        case .importFavourites: return try await actions.importFavourites()
        case .clear: return try await actions.clear()
        case .undo: return try await actions.undo()
        case .transferCode: return try actions.createTransferCode()
        case .transfer(let code): return try await actions.transfer(code)
        case .favourite(let id): return try await actions.toggle(id)
        case .forget: return try await actions.forget()
        case .examples(let state) where configuration.isDevelopment:
            return try ExamplesPage(renderer: renderer).respond(state, request)
        case .sitemap(let part):
            guard let origin = configuration.origin(of: request.http) else { throw .missingHost }
            guard let sitemap = renderer.sitemap(source.knownHeroes, part: part, origin) else {
                throw Failure(RouteError.unknown)
            }
            return sitemap
        case .transitions, .file, .health, .examples, .robots, .manifest, .searchDescription, .favicon:
            throw Failure(RouteError.unknown)
        }
    }

    /// Returns the source for the visitor's requests, whose calls count against the visitor's network.
    private func source(for request: PageRequest, at route: Route) -> any HeroSource {
        let kind: RequestKind =
            switch route {
            case _ where request.isPrefetch: .prefetch
            case .list(.shared), .importFavourites, .favourite: .lookup
            default: .interactive
            }
        let client = request.http.client(behind: configuration.trustedProxies)
        return source.for(kind, from: client?.network ?? [])
    }

    /// What is the same for every visitor and needs neither cookie nor store; nil for everything else.
    private func visitorIndependentResponse(_ route: Result<Route, Failure>, _ request: Request, _ renderer: Renderer)
        -> Response?
    {
        guard case .success(let route) = route, route.methods.contains(request.method), !isNonCanonical(request, route)
        else { return nil }
        return switch route {
        case .transitions(let ids): renderer.transitions(ids)
        case .file(let name): renderer.file(name, request)
        case .favicon: renderer.file("favicon.ico", request)
        case .robots: renderer.robots(request)
        case .manifest: renderer.manifest()
        case .searchDescription: renderer.searchDescription(request)
        case .health: .text("ok\n")
        default: nil
        }
    }

    func undoHistory(of request: PageRequest) -> UndoHistory {
        request.visitor.flatMap { undoHistories.value(for: $0, now: environment.now()) } ?? UndoHistory()
    }

    /// Whether the address names its page in another way than the site's links do: with a slash at the end, or with
    /// characters encoded that need not be.
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
