import HTML
import Heroes

/// A part of a hero's page.
enum HeroPartView: SectionPartView {
    static let template = "hero-part"

    case section(SectionView), related(SafeHTML, [Hero.ID]), details(DetailsView)
    /// A hero that is in no topic.
    case noTopics
    case none

    private var section: SectionView? { if case .section(let view) = self { view } else { nil } }
    private var related: SafeHTML? { if case .related(let markup, _) = self { markup } else { nil } }
    private var details: DetailsView? { if case .details(let view) = self { view } else { nil } }

    var isEmpty: Bool {
        switch self {
        case .section(let view): view.isEmpty
        case .details(let view): view.isEmpty
        case .related, .noTopics: false
        case .none: true
        }
    }

    var heroes: [Hero.ID] { if case .related(_, let heroes) = self { heroes } else { [] } }
    var topics: [TopicID] { section?.targets ?? [] }

    static let fields: [Field<HeroPartView>] = [
        .optionalView("section", \.section), .optionalHTML("related", \.related),
        .optionalView("details", \.details),
        .flag("noTopics") { if case .noTopics = $0 { true } else { false } },
    ]
}

/// The facts and the long text of a hero from a source that needs a call of its own for them.
struct DetailsView: View {
    var name = ""
    var facts: [FactView] = []
    var biography: SafeHTML?
    var trouble: TroubleView?

    var isEmpty: Bool { facts.isEmpty && biography == nil && trouble == nil }

    static let fields: [Field<DetailsView>] = [
        .text("name", \.name),
        .list("facts", \.facts),
        .flag("hasFacts") { !$0.facts.isEmpty },
        .optionalHTML("biography", \.biography),
        .optionalView("trouble", \.trouble),
        .flag("isEmpty", \.isEmpty),
    ]
}
