import HTML
import Heroes

/// A hero's page; missing parts are loaders that the streamed parts replace.
struct HeroDetailView: PageView {
    static let template = "hero-detail"

    var layout: LayoutView
    let id: Hero.ID
    /// Nil if the hero is still loading.
    let head: HeroHeadView?
    let sections: Deferred<[SectionView]>
    let related: RelatedView?
    let attribution: AttributionView?
    let home: SafeURL
    let homeLabel: String
    let neighbours: Neighbours

    var transition: TransitionView? { TransitionView([id], isDestination: true) }

    static let fields: [Field<HeroDetailView>] = [
        .view("layout", \.layout),
        .number("id", \.id),
        .optionalView("head", \.head),
        .deferredList("sections", \.sections),
        .list("loaders") { _ in WorkKind.allCases.map(SectionLoaderView.init) },
        .optionalView("related", \.related),
        .optionalView("attribution", \.attribution),
        .url("home", \.home),
        .text("homeLabel", \.homeLabel),
        .optionalView("previous", \.neighbours.previous),
        .optionalView("next", \.neighbours.next),
    ]

    private static func example(_ hero: Hero?, _ sections: Deferred<[SectionView]>) -> HeroDetailView {
        HeroDetailView(
            layout: LayoutView(title: hero?.name ?? "Hero"), id: hero?.id ?? 1, head: hero.map(Samples.head),
            sections: sections, related: sections.value.flatMap { $0.count > 1 ? RelatedView.examples[0].view : nil },
            attribution: nil, home: Route.heroes(search: nil, page: 2).url(at: 1),
            homeLabel: "All heroes",
            neighbours: Neighbours(
                previous: NeighbourView(id: 1, name: "Araña", list: nil),
                next: NeighbourView(id: 66, name: Samples.hostile.name, list: .heroes(search: nil, page: 2))))
    }

    static let examples = [
        Example("complete", example(Samples.spider, .ready([Samples.some, Samples.none, Samples.failed]))),
        Example("hostile", example(Samples.hostile, .ready([Samples.some]))),
        Example("loading sections", example(Samples.plain, .pending)),
        Example("loading all", example(nil, .pending)),
    ]
}

/// The loader of a section.
struct SectionLoaderView: View {
    let section: WorkKind

    static let fields: [Field<SectionLoaderView>] = [
        .text("kind", \.section.rawValue), .text("heading", \.section.heading),
    ]
}
