import Foundation
import HTML
import HTTP
import HTTPTypes
import Heroes
import Site

/// The second page of the bundled catalogue, as a visitor sees it who keeps three heroes of it.
struct ListPage: Sendable {
    static let number = 2

    let templates: Templates
    let files: StaticFiles
    private let slice: Slice<Hero>
    private let kept: Set<Hero.ID>
    private let visitor: Visitor

    init(_ heroes: [Hero]) throws {
        templates = try Templates(folder: "Templates", views: Site.views)
        files = try StaticFiles(folder: "Public")
        let window = Window.page(Self.number)
        let items = Array(heroes.dropFirst(window.offset).prefix(window.limit))
        let attribution = #"Texts and art by MarvelHeroes. Characters <a href="https://www.marvel.com">© MARVEL</a>"#
        slice = Slice(
            items: items, window: window, total: heroes.count, attribution: Attribution(html: attribution))
        kept = Set(items.map(\.id).prefix(3))
        var bits = FixedBits()
        visitor = .new(using: &bits)
    }

    var names: [String] { slice.items.map(\.name) }

    /// The view that the site makes for the page.
    var view: HeroListView {
        var gallery = GalleryView()
        gallery.cards = slice.items.enumerated().map { index, hero in card(hero, isFirst: index == 0) }
        gallery.summary = "\(slice.total) heroes"
        gallery.paging = PagingView(page: Self.number, of: slice.pageCount) { .heroes(search: nil, page: $0) }
        gallery.attribution = Sanitizer().sanitizeInline(slice.attribution.html)
        var view = HeroListView(search: nil, page: Self.number, gallery: .ready(gallery))
        view.frame.favouriteCount = kept.count
        view.frame.nonce = visitor.token
        view.frame.stylesheet = .path(files.url("site.css"))
        view.frame.script = .path(files.url("site.js"))
        view.frame.icon = .path(files.url("icon.svg"))
        view.frame.touchIcon = .path(files.url("touch-icon.png"))
        view.frame.transition = TransitionView(of: view)
        return view
    }

    private func card(_ hero: Hero, isFirst: Bool) -> HeroCardView {
        HeroCardView(
            id: hero.id, name: hero.name,
            portrait: PortraitView(
                hero.thumbnail, at: .card, standIn: .path(files.url("stand-in.svg")), isUrgent: isFirst),
            heart: HeartView(
                hero: hero.id, name: hero.name, isOn: kept.contains(hero.id),
                back: .heroes(search: nil, page: Self.number)))
    }
}

extension ListPage {
    /// The page as the site itself answers with it.
    func answer() async throws -> [UInt8] {
        var surroundings = Surroundings()
        surroundings.random = { FixedBits.value }
        let theme = Theme(templates: templates, files: files)
        let hearts = slice.items.filter { kept.contains($0.id) }.map {
            Favourite(id: $0.id, name: $0.name, thumbnail: $0.thumbnail, added: Date(timeIntervalSince1970: 0))
        }
        var configuration = SiteConfiguration()
        configuration.patience = .seconds(60)
        let site = Site(
            source: OnePage(slice: slice), favourites: OneVisitor(favourites: hearts), configuration: configuration,
            surroundings: surroundings
        ) { theme }
        let request = Request(
            target: Route.heroes(search: nil, page: Self.number).path, fields: [.cookie: "visitor=\(visitor.token)"])
        guard case .bytes(let bytes) = await site.respond(to: request).body else {
            throw Unmeasurable("the site sent the page in parts")
        }
        return bytes
    }
}

/// The same bits always, so that a page is the same twice.
private struct FixedBits: RandomNumberGenerator {
    static let value: UInt64 = 0x0123_4567_89ab_cdef

    mutating func next() -> UInt64 { Self.value }
}
