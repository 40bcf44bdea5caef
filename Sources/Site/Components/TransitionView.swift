import Basics
import HTML
import HTTP
import HTTPTypes
import Heroes

/// The style rules with the view transition names of portraits and covers.
struct TransitionView: TemplateView {
    static let template = "transitions"

    let heroes: [TransitionItemView]
    private let topics: [TopicID]
    /// The number of the list page, which determines the direction of the slide; nil if the page does not slide.
    let page: TransitionPageView?
    /// The hero with a portrait that moves to this page, above all others.
    let destination: TransitionItemView?

    /// Stories have no pages, so nothing moves there.
    init(_ heroes: [Hero.ID] = [], topics: [TopicID] = [], page: Int? = nil, destination: Hero.ID? = nil) {
        // A duplicate name makes the browser skip the whole transition.
        self.heroes = heroes.unique(by: \.self).map(TransitionItemView.init(id:))
        self.topics = topics.unique(by: \.self)
        self.page = page.map(TransitionPageView.init(number:))
        self.destination = destination.map(TransitionItemView.init(id:))
    }

    static let fields: [Field<TransitionView>] =
        [
            .list("heroes", \.heroes), .optionalView("page", \.page), .optionalView("destination", \.destination),
        ] + TopicKind.allCases.filter { $0 != .stories }.map { kind in .list(kind.rawValue) { $0.numbers(kind) } }

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

extension Route {
    /// Returns the style sheet with the names of pictures that are sent after the head of their page; nil without any.
    static func lateTransitions(_ heroes: [Hero.ID], _ topics: [TopicID] = []) -> SafeURL? {
        heroes.isEmpty && topics.isEmpty ? nil : Route.document(.transitions(heroes, topics)).url
    }
}

extension Visit {
    /// Returns style rules that a page needs after its head as a style sheet.
    func styles(_ view: some TemplateView) -> Response {
        Response(
            hardened: [.contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=86400"],
            renderer.fragment(view))
    }
}
