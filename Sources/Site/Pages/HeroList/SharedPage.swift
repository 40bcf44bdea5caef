import HTML
import HTTP
import Heroes

/// `/heroes?ids=1009610,1009368`: heroes that somebody has put together, to look at.
struct SharedPage {
    let stage: Stage

    func respond(_ ids: [Hero.ID], page: Int, _ visit: Visit) async throws(Failure) -> Response {
        var seen = Set<Hero.ID>()
        let ids = ids.filter { seen.insert($0).inserted }
        let pageCount = FavouritesPage.pageCount(ids.count)
        guard page <= pageCount else { throw .pastTheEnd(.shared(ids, page: pageCount), page: page) }
        let window = Window.page(page)
        let wanted = Array(ids.dropFirst(window.offset).prefix(window.limit))
        let answer = Answer { [source = stage.source] () async throws(HeroError) in
            try await Self.heroes(wanted, source)
        }
        guard let result = await stage.soon(answer, visit, by: stage.deadline) else {
            return stage.stream(HeroListView(sharedPage: page, gallery: .pending), visit) { () throws(Failure) in
                var gallery = try self.gallery(await answer.result, ids, page, visit)
                gallery.lateTransitions = TransitionView.late(for: gallery)
                return gallery
            }
        }
        let gallery = try gallery(result, ids, page, visit)
        return stage.renderer.page(HeroListView(sharedPage: page, gallery: .ready(gallery)), visit).repeatable()
    }

    /// Those that exist, at most a page of them, asked for side by side where nobody has met them yet.
    private static func heroes(_ ids: [Hero.ID], _ source: any HeroSource) async throws(HeroError) -> [Hero] {
        let answers = ids.map { id in
            source.known(id).map { hero in Answer { () async throws(HeroError) in hero } }
                ?? Answer { () async throws(HeroError) in try await source.hero(id).value }
        }
        var heroes: [Hero] = []
        for answer in answers {
            switch await answer.result {
            case .success(let hero): heroes.append(hero)
            case .failure(.notFound): break
            case .failure(let error): throw error
            }
        }
        return heroes
    }

    private func gallery(
        _ result: Result<[Hero], HeroError>, _ ids: [Hero.ID], _ page: Int, _ visit: Visit
    ) throws(Failure) -> GalleryView {
        let route = Route.shared(ids, page: page)
        let heroes = try stage.value(result, retry: route)
        var gallery = GalleryView()
        gallery.cards = heroes.enumerated().map { index, hero in
            stage.card(hero.id, hero.name, hero.thumbnail, back: route, isFirst: index == 0, visit)
        }
        // Of other pages nobody knows yet who of them is on record.
        gallery.summary = stage.count(ids.count > Window.pageLength ? ids.count : heroes.count)
        gallery.paging = PagingView(page: page, of: FavouritesPage.pageCount(ids.count)) { .shared(ids, page: $0) }
        if heroes.isEmpty {
            gallery.invitation = InvitationView(
                heading: "None of these heroes is on record", sentence: "The link may be old, or was cut on its way.",
                address: Route.heroes(search: nil, page: 1).url, label: "See all heroes")
        }
        return gallery
    }
}
