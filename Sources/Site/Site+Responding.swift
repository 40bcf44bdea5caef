import HTTP
import HTTPTypes
import Heroes

extension Site {
    /// Answers any request; a failure is a page too.
    package func respond(to request: Request) async -> Response {
        let renderer: Renderer
        do {
            renderer = Renderer(theme: try theme(), configuration: configuration)
        } catch {
            surroundings.log(String(describing: error))
            // A broken template, while one works on it.
            return .text("\(error)\n", .internalServerError)
        }
        let route = Result { () throws(RouteError) in try Route(request) }.mapError { Failure($0) }
        if case .success(let route) = route { Trace.current?.route = route.name.rawValue }
        if let response = plain(route, request, renderer) { return response }
        let revision = source.revision
        // A toggle hears from the store what was kept, so it need not ask before, but for which visitor is meant.
        let isToggle =
            if case .success(.favourite) = route {
                VisitorCookie(request, configuration).candidates.count < 2
            } else { false }
        let visit = isToggle ? unreadVisit(request) : await visit(request)
        do {
            let route = try route.get()
            return caching(try await respond(route, visit, renderer), at: route, revision: revision, visit)
        } catch {
            if let cause = error.cause { surroundings.log(cause) }
            return renderer.failure(error, isToggle ? await self.visit(request) : visit)
        }
    }

    private func respond(_ route: Route, _ visit: Visit, _ renderer: Renderer) async throws(Failure) -> Response {
        // A browser that is started again, or comes back from signing in, asks for what a form was sent to.
        if route.methods == [.post], [.get, .head].contains(visit.request.method) {
            return .found(Route.favourites(page: 1).url)
        }
        try allow(visit.request, at: route)
        if isMisspelt(visit.request, route) { throw .moved(to: route) }
        if let first = FirstFavourite(visit.request, route) { return try first.respond(visit, configuration) }
        let source = source(for: visit, at: route)
        let stage = Stage(source: source, renderer: renderer, configuration: configuration, log: surroundings.log)
        let form = FavouritesForm(site: self, stage: stage, visit: visit)
        switch route {
        case .home: return .moved(to: .heroes(search: nil, page: 1))
        case .list(let list): return try await respond(list, visit, stage)
        case .random: return try await RandomHero(stage: stage, surroundings: surroundings).respond()
        case .hero(let id, let slug, let list):
            return try await HeroDetailPage(stage: stage).respond(id, slug: slug, from: list, visit)
        case .section(let section, let id, let slug, let page, let list):
            return try await SectionListPage(stage: stage, list: list).respond(
                section, of: id, slug: slug, page: page, visit)
        case .export(let format): return FavouritesExport(favourites: try visit.readFavourites()).response(format)
        case .takeIn: return try await form.takeIn()
        case .clear: return try await form.removeAll()
        case .undo: return try await form.undo()
        case .code: return try form.code()
        case .move(let code): return try await form.move(code)
        case .favourite(let id): return try await form.toggle(id)
        case .forget: return try await form.forget()
        case .examples(let state) where configuration.isDevelopment:
            return try ExamplesPage(renderer: renderer).respond(state, visit)
        case .sitemap(let part):
            guard let origin = configuration.origin(of: visit.request) else { throw .withoutHost }
            guard let sitemap = renderer.sitemap(source.knownHeroes, part: part, origin) else {
                throw Failure(RouteError.unknown)
            }
            return sitemap
        case .transitions, .file, .health, .examples, .robots, .manifest, .searchDescription, .favicon:
            throw Failure(RouteError.unknown)
        }
    }

    /// Returns the source for the visitor's questions, whose calls count against the visitor's network.
    private func source(for visit: Visit, at route: Route) -> any HeroSource {
        let kind: RequestKind =
            switch route {
            case _ where visit.isPrefetch: .prefetch
            case .list(.shared), .takeIn, .favourite: .lookup
            default: .interactive
            }
        let client = visit.request.client(behind: configuration.trustedProxies)
        return source.for(kind, from: client?.network ?? [])
    }

    /// What is the same for every visitor and needs neither cookie nor store; nil for everything else.
    private func plain(_ route: Result<Route, Failure>, _ request: Request, _ renderer: Renderer) -> Response? {
        guard case .success(let route) = route, route.methods.contains(request.method), !isMisspelt(request, route)
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

    func removals(of visit: Visit) -> Removals {
        visit.visitor.flatMap { removals.value(for: $0, now: surroundings.now()) } ?? Removals()
    }

    /// Whether the address names its page in another way than the site's links do: with a slash at the end, or with
    /// characters encoded that need not be.
    private func isMisspelt(_ request: Request, _ route: Route) -> Bool {
        if case .file = route { return false }
        let path = request.path.utf8
        return (path.count > 1 && path.last == UInt8(ascii: "/"))
            || path.contains(UInt8(ascii: "%"))
                && route.path.prefix { $0 != "?" } != request.path
    }

    private func allow(_ request: Request, at route: Route) throws(Failure) {
        guard route.methods.contains(request.method) else { throw .wrongMethod(at: route) }
        guard
            CrossOriginProtection.allows(
                request, at: configuration.publicURL, behind: configuration.trustedProxies)
        else { throw .crossSite(request) }
    }
}
