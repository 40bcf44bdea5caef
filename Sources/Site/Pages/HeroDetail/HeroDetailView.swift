import HTML
import Heroes

/// A hero's page; missing parts are loaders that the streamed parts replace.
struct HeroDetailView: PageView {
    static let template = "hero-detail"

    var layout: LayoutView
    let id: Hero.ID
    /// Nil if the hero is still loading.
    let head: HeroHeadView?
    /// True if the hero's details are a part of their own.
    var awaitsDetails = false
    /// Nil if the hero has none, or if they are still loading.
    var details: HeroDetailsView?
    let sections: Deferred<[SectionView]>
    var related: RelatedView?
    /// False if the hero is in no work.
    var hasWorks = true
    var attribution: AttributionView?
    let home: SafeURL
    let homeLabel: String
    let neighbours: Neighbours

    var transition: TransitionView? {
        TransitionView([id], works: sections.value?.flatMap { $0.items.map(\.id) } ?? [], destination: id)
    }

    static let fields: [Field<HeroDetailView>] = [
        .view("layout", \.layout),
        .number("id", \.id),
        .optionalView("head", \.head),
        .flag("awaitsDetails", \.awaitsDetails),
        .optionalView("details", \.details),
        .deferredList("sections", \.sections),
        .list("loaders") { _ in WorkKind.allCases.map(SectionLoaderView.init) },
        .optionalView("related", \.related),
        .optionalView("noWorks") { $0.hasWorks ? nil : NoWorksView() },
        .optionalView("attribution", \.attribution),
        .url("home", \.home),
        .text("homeLabel", \.homeLabel),
        .optionalView("previous", \.neighbours.previous),
        .optionalView("next", \.neighbours.next),
    ]

    private static func example(
        _ hero: Hero?, _ sections: Deferred<[SectionView]>, awaitsDetails: Bool = false
    ) -> HeroDetailView {
        HeroDetailView(
            layout: LayoutView(title: hero?.name ?? "Hero"), id: hero?.id ?? 1, head: hero.map(Samples.head),
            awaitsDetails: awaitsDetails,
            details: awaitsDetails && sections.value != nil ? HeroDetailsView.examples[0].view : nil,
            sections: sections, related: sections.value.flatMap { $0.count > 1 ? RelatedView.examples[0].view : nil },
            hasWorks: sections.value?.isEmpty != true, home: Route.heroes(search: nil, page: 2).url(at: 1),
            homeLabel: "All heroes",
            neighbours: Neighbours(
                previous: NeighbourView(id: 1, name: "Araña", list: nil),
                next: NeighbourView(id: 66, name: Samples.hostile.name, list: .heroes(search: nil, page: 2))))
    }

    static let examples = [
        Example("complete", example(Samples.spider, .ready([Samples.some, Samples.failed]))),
        Example("without works", example(Samples.plain, .ready([]))),
        Example("hostile", example(Samples.hostile, .ready([Samples.some]))),
        Example("loading sections", example(Samples.plain, .pending)),
        Example("loading all", example(nil, .pending)),
        Example("with details", example(Samples.plain, .ready([Samples.some]), awaitsDetails: true)),
        Example("loading details", example(Samples.plain, .pending, awaitsDetails: true)),
    ]
}

/// The loader of a section.
struct SectionLoaderView: View {
    let section: WorkKind

    static let fields: [Field<SectionLoaderView>] = [.text("kind", \.section.rawValue)]
}

/// The sentence on the page of a hero that is in no work.
struct NoWorksView: TemplateView {
    static let template = "no-works"

    static let fields: [Field<NoWorksView>] = [
        .text("sentence") { _ in "No comics, events, stories or series listed." }
    ]

    static let examples = [Example("none", NoWorksView())]
}
