import HTML
import Heroes

/// The first topics of one kind on the page of a hero or a topic, or the comics to start with: topics, or a failure.
struct SectionView: View {
    /// The slot of the section, such as "comics" or "start".
    let slot: String
    private var heading: String
    var total = 0
    /// The number of topics in words.
    var count = ""
    var items: [TopicItem] = []
    /// The link to all topics, if there are more than shown.
    var all: SafeURL?
    /// The comics as a file for comic readers.
    var readingList: SafeURL?
    /// True for the comics of an event, which are as wide as the page and in the order in which they are read.
    var isInOrder = false { didSet { if isInOrder { heading = "Read in order" } } }
    /// True for comics to start with, which stand beside each other on a shelf.
    private(set) var isShelf = false
    var trouble: TroubleView?

    init(_ kind: TopicKind, total: Int = 0) {
        (slot, heading, self.total, count) = (kind.rawValue, kind.heading, total, kind.count(total))
    }

    /// Takes the comics to start with, each with the reason in place of a description.
    init(_ firstReads: [Hero.FirstRead], readingList: SafeURL, _ visit: Visit) {
        (slot, heading, self.readingList) = ("start", "Start here", firstReads.isEmpty ? nil : readingList)
        isShelf = true
        items = firstReads.map { visit.item($0) }
    }

    /// True if there are no topics; then only the loader is removed.
    var isEmpty: Bool { items.isEmpty && trouble == nil }

    /// The topics with pictures that move to their pages.
    var targets: [TopicID] { items.filter(\.isTarget).map(\.id) }

    /// Returns the number of topics that are shown: all of an event's comics, if there are not many, since they are what
    /// its readers come for.
    static func itemLimit(_ kind: TopicKind, of owner: TopicOwner) -> Int {
        if case .topic(let id) = owner, id.kind == .events, kind == .comics { 16 } else { 3 }
    }

    static let fields: [Field<SectionView>] = [
        .text("slot", \.slot),
        .text("heading", \.heading),
        .flag("hasTotal") { $0.total > 0 },
        .text("total") { $0.total.grouped },
        .text("count", \.count),
        .list("items", \.items),
        .flag("hasItems") { !$0.items.isEmpty },
        .flag("isInOrder", \.isInOrder),
        .flag("isShelf", \.isShelf),
        .flag("isWide") { $0.isInOrder || $0.isShelf },
        .optionalURL("all", \.all),
        .optionalURL("readingList", \.readingList),
        .optionalView("trouble", \.trouble),
        .flag("isEmpty", \.isEmpty),
    ]
}

/// A part of a page that may be a section.
protocol SectionPartView: PartView {
    static func section(_ view: SectionView) -> Self
}

/// The first topics of one kind, requested from the source.
struct PendingSection: Sendable {
    let kind: TopicKind
    let itemLimit: Int
    let topics: Pending<Result<ListPage<Topic>, HeroError>>

    /// Returns the part; `all` is the list of all topics of the kind. The cause of a failure is logged.
    func part<View: SectionPartView>(
        _ visit: Visit, all: Route, readingList: Route? = nil, retry: Route
    ) -> Part<View> {
        Part(LoaderView(kind.rawValue), visit, topics) { topics in
            var view = SectionView(kind)
            switch topics {
            case .success(let topics):
                view = SectionView(kind, total: topics.total)
                view.readingList = topics.items.isEmpty ? nil : readingList?.url
                view.isInOrder = itemLimit > 3
                view.items = visit.items(
                    topics.items.prefix(itemLimit), descriptionLimit: view.isInOrder ? 150 : 220,
                    isDated: view.isInOrder)
                if topics.total > view.items.count { view.all = all.url }
                return PartContent(view: .section(view), attribution: topics.attribution, age: topics.age)
            // A source may have no such list.
            case .failure(.notFound): return PartContent(view: .section(view))
            case .failure(let error):
                view.trouble = visit.trouble(kind.heading, error, retry: retry)
                return PartContent(view: .section(view), error: error)
            }
        }
    }
}

extension Visit {
    /// Starts the requests for the first topics of these kinds.
    func sections(_ kinds: [TopicKind], of owner: TopicOwner) -> [PendingSection] {
        kinds.map { kind in
            let topics = pending { source async throws(HeroError) in
                try await source.topics(
                    kind, of: owner, by: owner.order(of: kind),
                    PageRange(limit: SectionView.itemLimit(kind, of: owner)))
            }
            return PendingSection(kind: kind, itemLimit: SectionView.itemLimit(kind, of: owner), topics: topics)
        }
    }

    /// Returns the hero or topic that a page is about. If there is none, the requests for its sections are cancelled:
    /// each may count against a budget of calls.
    func subject<Subject>(
        _ request: Pending<Result<Attributed<Subject>, HeroError>>, _ sections: [PendingSection], retry: Route
    ) async throws(Failure) -> Subject {
        do throws(Failure) {
            return try await request.value.mapError { Failure($0, retry: retry) }.get().value
        } catch {
            for section in sections { section.topics.cancel() }
            throw error
        }
    }
}

extension TopicOwner {
    /// Returns the usual order if it is not the source's: the comics of an event or a series are in reading order.
    func order(of kind: TopicKind) -> TopicOrder? {
        if case .topic(let id) = self, id.kind != .people, kind == .comics { .oldest } else { nil }
    }
}
