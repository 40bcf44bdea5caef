import HTML
import HTTP
import Heroes

extension Site {
    /// All views with a template; the templates are checked against them at the start.
    package static let views: [any TemplateView.Type] = [
        HeroListView.self, GalleryView.self, IndexView.self, NamesView.self, HeroDetailView.self, HeroHeadView.self,
        HeroDetailsView.self,
        SectionView.self, RelatedView.self, NoWorksView.self, WorkDetailView.self, WorkHeadView.self,
        WorkHeroesView.self, SectionListView.self, WorkListView.self, FavouritesView.self,
        ImportView.self, TransferView.self, AboutView.self, FailureView.self, LateFailureView.self,
        AttributionView.self, TransitionView.self, HueView.self, ExamplesView.self,
    ]

    /// Returns a page of a list of heroes.
    func respond(_ list: HeroList, _ request: PageRequest, _ context: PageContext) async throws(Failure) -> Response {
        switch list {
        case .heroes(let search, let page):
            try await HeroListPage(context: context, request: request).respond(search: search, page: page)
        case .index(let letter, let page):
            try await IndexPage(context: context).respond(letter: letter, page: page, request)
        case .shared(let ids, let page):
            try await HeroListPage(context: context, request: request).respond(shared: ids, page: page)
        case .work(let id, let slug, let page):
            try await WorkDetailPage(context: context).respond(id, slug: slug, page: page, request)
        case .favourites(let page, let order):
            try await FavouritesPage(context: context, undoHistory: await undoHistory(of: request)).respond(
                page: page, order, request)
        }
    }
}
