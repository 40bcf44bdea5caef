import Basics
import HTML
import HTTP
import HTTPTypes
import Heroes

/// The style rules with the view transition names of portraits and covers.
struct TransitionView: TemplateView {
    static let template = "transitions"

    private let heroes: [Hero.ID]
    private let topics: [TopicID]
    /// The number of the list page, which determines the direction of the slide; nil if the page does not slide.
    let page: TransitionPageView?

    /// Stories have no pages, so nothing moves there.
    init(_ heroes: [Hero.ID] = [], topics: [TopicID] = [], page: Int? = nil) {
        // A duplicate name makes the browser skip the whole transition.
        self.heroes = heroes.unique(by: \.self)
        self.topics = topics.filter { $0.kind != .stories }.unique(by: \.self)
        self.page = page.map(TransitionPageView.init(number:))
    }

    static let fields: [Field<TransitionView>] =
        [
            .list("heroes") { $0.heroes.map(TransitionItemView.init(id:)) }, .optionalView("page", \.page),
        ] + TopicKind.allCases.filter { $0 != .stories }.map { kind in .list(kind.rawValue) { $0.numbers(kind) } }

    /// Returns the names that are not in the head of the page; nil if there are none.
    func names(after head: TransitionView?) -> LateTransitionView? {
        let heroes = heroes.filter { head?.heroes.contains($0) != true }
        let topics = topics.filter { head?.topics.contains($0) != true }
        return heroes.isEmpty && topics.isEmpty
            ? nil : LateTransitionView(address: Route.document(.transitions(heroes, topics)).url)
    }

    private func numbers(_ kind: TopicKind) -> [TransitionItemView] {
        topics.filter { $0.kind == kind }.map { TransitionItemView(id: $0.number) }
    }
}

/// The transition names of a picture and a name, such as `hero-1009610` and `name-1009610`.
struct TransitionItemView: View {
    let id: Int

    static let fields: [Field<TransitionItemView>] = [.number("id", \.id)]
}

/// A list page with the transition name `page-2`, and the numbers of its neighbours.
struct TransitionPageView: View {
    let number: Int

    static let fields: [Field<TransitionPageView>] = [
        .number("number", \.number), .number("before") { $0.number - 1 }, .number("after") { $0.number + 1 },
    ]
}

/// A link to the style sheet with the names of pictures that are sent after the head of their page.
struct LateTransitionView: TemplateView {
    static let template = "late-transitions"

    let address: SafeURL

    static let fields: [Field<LateTransitionView>] = [.url("address", \.address)]
}

extension Visit {
    /// Returns style rules that a page needs after its head as a style sheet.
    func styles(_ view: some TemplateView) -> Response {
        Response(
            hardened: [.contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=86400"],
            renderer.fragment(view))
    }
}
