import HTML
import Heroes

/// The way from one hero to another, or the heroes to choose from.
struct ConnectionView: PageView {
    static let template = "connection"

    var layout: LayoutView
    let start: Hero
    let heading: String
    /// The heroes on the way, the first one included; empty before the choice.
    var steps: [ConnectionStepView] = []
    /// The hero to which no way is found.
    var end: String?
    /// True if both heroes are the same.
    var isSame = false
    /// The text that was searched; nil before a search.
    var search: String?
    var candidates: [HeroCardView] = []
    var attribution: AttributionView?

    init(_ start: Hero, heading: String) {
        (self.start, self.heading) = (start, heading)
        layout = LayoutView(title: heading)
    }

    var transition: TransitionView? { TransitionView((steps.map(\.card) + candidates).map(\.hero.id)) }

    static let fields: [Field<ConnectionView>] = [
        .view("layout", \.layout),
        .text("heading", \.heading),
        .text("name", \.start.name),
        .url("address", \.start.address),
        .url("action") { Route.connectionSearch($0.start.id, slug: $0.start.slug, search: nil).url },
        .list("steps", \.steps),
        .flag("hasSteps") { !$0.steps.isEmpty },
        .optionalText("end") { $0.isSame ? nil : $0.end },
        .flag("isSame", \.isSame),
        .optionalText("search", \.search),
        .list("candidates", \.candidates),
        .flag("hasCandidates") { !$0.candidates.isEmpty },
        .optionalView("attribution", \.attribution),
    ]

    private static func example(_ change: (inout ConnectionView) -> Void) -> ConnectionView {
        var view = ConnectionView(Samples.spider, heading: "How Spider-Man knows \(Samples.hostile.name)")
        change(&view)
        return view
    }

    static let examples = [
        Example(
            "two steps",
            example {
                $0.steps = [
                    ConnectionStepView(card: Samples.card(Samples.spider)),
                    ConnectionStepView(
                        ConnectionStep(Samples.plain, .shared(WorkReference("Civil <War>", Samples.event.id))),
                        Samples.card(Samples.plain)),
                    ConnectionStepView(
                        ConnectionStep(Samples.hostile, .relation(.enemy, reason: "stole <her> crown")),
                        Samples.card(Samples.hostile)),
                ]
            }),
        Example(
            "no way",
            example { ($0.steps, $0.end) = ([ConnectionStepView(card: Samples.card(Samples.spider))], "<Nobody>") }),
        Example("the same hero", example { $0.isSame = true }),
        Example("a choice", example { ($0.search, $0.candidates) = ("a&b", Samples.list.cards) }),
        Example("nothing found", example { $0.search = "zzz" }),
        Example("before a search", example { _ in }),
    ]
}

/// A hero on the way, with the link to the one before.
struct ConnectionStepView: View {
    let card: HeroCardView
    /// The kind of the relation; nil for something shared, and for the first hero.
    var kind: String?
    var reason: String?
    var shared: LinkView?

    init(card: HeroCardView) { self.card = card }

    init(_ step: ConnectionStep, _ card: HeroCardView) {
        self.card = card
        switch step.link {
        case .relation(let kind, let reason): (self.kind, self.reason) = (kind.heading, reason)
        case .shared(let work):
            shared = LinkView(work.title, (Route.work(work) ?? .heroes(search: work.title, page: 1)).url)
        }
    }

    static let fields: [Field<ConnectionStepView>] = [
        .view("card", \.card), .optionalText("kind", \.kind), .optionalText("reason", \.reason),
        .optionalView("shared", \.shared),
    ]
}
