import Foundation
import HTML
import HTTP
import Heroes
import Support
import Testing

@testable import Site

@Suite("The property of a page for its transition")
struct TransitionPropertyTests {
    @Test("names the pictures of a page, complete or late, and without it there are none", arguments: [false, true])
    func names(isLate: Bool) async throws {
        let named = try await Self.text(HeroesView.self, isLate: isLate) { $0 }
        expectText(
            named, has: [isLate ? "/heroes/transitions.css?ids=" : "#hero-1{--portrait:", "::view-transition-old("])
        let plain = try await Self.text(PlainHeroesView.self, isLate: isLate, PlainHeroesView.init)
        expectText(plain, has: ["id=\"hero-1\""], lacks: ["transitions.css", "--portrait", "::view-transition"])
    }

    /// The page of all heroes without the property.
    private struct PlainHeroesView: ListPageView {
        static let template = "heroes"

        private var view: HeroesView

        init(_ view: HeroesView) { self.view = view }

        var layout: LayoutView {
            get { view.layout }
            set { view.layout = newValue }
        }
        var number: Int? { view.number }
        var content: Deferred<HeroListView> {
            get { view.content }
            set { view.content = newValue }
        }
        var transition: TransitionView? { nil }

        static let fields: [Field<PlainHeroesView>] = [
            .view("layout", \.layout), .text("heading", \.view.heading), .list("menus", \.view.menus),
            .flag("hasMenus") { !$0.view.menus.isEmpty }, .deferred("content", \.content), PlaceholderView.field(),
        ]
    }

    private static func text<Page: ListPageView>(
        _ type: Page.Type, isLate: Bool, _ page: (HeroesView) -> Page
    ) async throws -> String where Page.Content == HeroListView {
        let (gate, views) = (Gate(), Site.views.filter { $0 != HeroesView.self } + [type])
        let root = SiteUnderTest.root
        let assets = try Assets(templates: root + "/Templates", files: root + "/Public", views: views)
        var source = ScriptedSource.usual
        source.before = { _ throws(HeroError) in if isLate { await gate.wait() } }
        let site = try SiteUnderTest(source, streamingDelay: isLate ? .milliseconds(1) : .seconds(60)).site
        let visit = Visit(site, Request(target: "/heroes"), assets)
        let heroes = visit.pending { source async throws(HeroError) in try await source.heroes(HeroQuery()) }
        let menus = HeroMenus(choices: HeroChoices(), filter: HeroFilter(), order: .name, teams: [], team: nil)
        let response = try await visit.listPage(of: heroes, retry: .allHeroes) { heroes throws(Failure) in
            HeroListView(list: CardsView(heroes, page: 1, visit) { .list(.all(page: $0)) })
        } view: {
            page(HeroesView(menus, 1, $0))
        }
        try #require(response.isStreamed == isLate)
        return try await response.parts { _ in gate.open() }.map { String(decoding: $0, as: UTF8.self) }.joined()
    }
}
