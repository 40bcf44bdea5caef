import HTML
import HTTP
import Heroes

extension Site {
    /// Every view with a template, which are checked at the start.
    package static let views: [any TemplateView.Type] = [
        HeroListView.self, GalleryView.self, IndexView.self, NamesView.self, HeroDetailView.self, HeroHeadView.self,
        SectionView.self, RelatedView.self, SectionListView.self, WorkListView.self, FavouritesView.self,
        ImportView.self, TransferView.self, FailureView.self, LateFailureView.self, AttributionView.self,
        TransitionView.self, HueView.self, ExamplesView.self,
    ]

    /// Returns the page of a list of heroes.
    func respond(_ list: HeroList, _ request: PageRequest, _ context: PageContext) async throws(Failure) -> Response {
        switch list {
        case .heroes(let search, let page):
            try await HeroListPage(context: context, request: request).respond(search: search, page: page)
        case .exactSearch(let search, let page):
            try await HeroListPage(context: context, request: request).respond(
                search: search, isExact: true, page: page)
        case .index(let letter, let page):
            try await IndexPage(context: context).respond(letter: letter, page: page, request)
        case .shared(let ids, let page):
            try await HeroListPage(context: context, request: request).respond(shared: ids, page: page)
        case .favourites(let page, let order):
            try FavouritesPage(context: context, undoHistory: undoHistory(of: request)).respond(
                page: page, order, request)
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
        case home, heroes, search, index, random, hero, section, shared, favourites, export, toggle, importFavourites,
            clear
        case undo, transferCode, transfer, forget, transitions, file, document, health, gallery

        /// As it is written in logs and figures.
        package var text: String {
            switch self {
            case .importFavourites: "import"
            case .transferCode: "code"
            case .transfer: "move"
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
        case .importFavourites: .importFavourites
        case .clear: .clear
        case .undo: .undo
        case .transferCode: .transferCode
        case .transfer: .transfer
        case .favourite: .toggle
        case .forget: .forget
        case .file, .favicon: .file
        case .sitemap, .robots, .manifest, .searchDescription: .document
        case .health: .health
        case .examples: .gallery
        }
    }
}
