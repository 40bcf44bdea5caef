import HTML
import HTTP
import Heroes

extension Site {
    /// Every view with a template, which are checked at the start.
    package static let views: [any TemplateView.Type] = [
        HeroListView.self, GalleryView.self, IndexView.self, NamesView.self, HeroDetailView.self, HeroHeadView.self,
        SectionView.self, RelatedView.self, SectionListView.self, ListingView.self, FavouritesView.self,
        ImportView.self, MoveView.self, FailureView.self, LateFailureView.self, AttributionView.self,
        TransitionView.self, HueView.self, ExamplesView.self,
    ]

    /// Returns the page of a list of heroes.
    func respond(_ list: HeroList, _ visit: Visit, _ stage: Stage) async throws(Failure) -> Response {
        switch list {
        case .heroes(let search, let page):
            try await HeroListPage(stage: stage, visit: visit).respond(search: search, page: page)
        case .exactSearch(let search, let page):
            try await HeroListPage(stage: stage, visit: visit).respond(search: search, isExact: true, page: page)
        case .index(let letter, let page):
            try await IndexPage(stage: stage).respond(letter: letter, page: page, visit)
        case .shared(let ids, let page):
            try await HeroListPage(stage: stage, visit: visit).respond(shared: ids, page: page)
        case .favourites(let page, let order):
            try FavouritesPage(stage: stage, removals: removals(of: visit)).respond(page: page, order, visit)
        }
    }
}

/// A link at the foot of every page.
struct NavigationView: View {
    let label: String
    let address: SafeURL

    static let all = [
        NavigationView(label: "Heroes from A to Z", address: Route.index("a", page: 1).url),
        NavigationView(label: "Any hero", address: Route.random.url),
    ]

    static let fields: [Field<NavigationView>] = [.text("label", \.label), .url("address", \.address)]
}

extension Route {
    /// The name under which a route is counted, without anything that a visitor chose.
    package enum Name: UInt8, CaseIterable, Sendable {
        /// No address of the site.
        case unknown
        case home, heroes, search, index, random, hero, section, shared, favourites, export, toggle, takeIn, clear
        case undo, code, move, forget, transitions, file, document, health, gallery

        /// As it is written in logs and figures.
        package var text: String {
            switch self {
            case .takeIn: "import"
            default: String(describing: self)
            }
        }
    }

    package var name: Name {
        switch self {
        case .home: .home
        case .list(let list): list.name
        case .random: .random
        case .hero: .hero
        case .section: .section
        case .transitions: .transitions
        case .export: .export
        case .takeIn: .takeIn
        case .clear: .clear
        case .undo: .undo
        case .code: .code
        case .move: .move
        case .favourite: .toggle
        case .forget: .forget
        case .file, .favicon: .file
        case .sitemap, .robots, .manifest, .searchDescription: .document
        case .health: .health
        case .examples: .gallery
        }
    }
}
