import HTML
import Heroes

/// The page of a comic, event or series; missing parts are loaders that the streamed parts replace.
struct WorkDetailView: PageView {
    static let template = "work-detail"

    var layout: LayoutView
    let id: WorkID
    /// Nil if the work is still loading.
    let head: WorkHeadView?
    /// Nil if the heroes are still loading.
    var heroes: WorkHeroesView?
    let sections: Deferred<[SectionView]>
    var attribution: AttributionView?
    /// The page of heroes.
    let number: Int
    /// The list of all works of the kind.
    let home: SafeURL
    let homeLabel: String

    var transition: TransitionView? {
        TransitionView(
            heroes?.gallery?.ids ?? [], works: [id] + (sections.value?.flatMap { $0.items.map(\.id) } ?? []),
            page: number)
    }

    static let fields: [Field<WorkDetailView>] = [
        .view("layout", \.layout),
        .text("element", \.id.text),
        .optionalView("head", \.head),
        .optionalView("heroes", \.heroes),
        .deferredList("sections", \.sections),
        .list("loaders") { $0.id.kind.parts.map(SectionLoaderView.init) },
        .optionalView("attribution", \.attribution),
        .url("home", \.home),
        .text("homeLabel", \.homeLabel),
    ]

    private static func example(
        _ work: Work?, _ heroes: WorkHeroesView?, _ sections: Deferred<[SectionView]>
    ) -> WorkDetailView {
        let kind = work?.kind ?? .events
        return WorkDetailView(
            layout: LayoutView(title: work?.heading ?? "Event"), id: work?.id ?? WorkID(.events, 1),
            head: work.map { Samples.head($0) }, heroes: heroes, sections: sections, number: 2,
            home: Route.section(kind, of: .source, slug: nil, page: 1).url, homeLabel: "All \(kind.rawValue)")
    }

    static let examples = [
        Example("event", example(Samples.event, WorkHeroesView.examples[0].view, .ready([Samples.some]))),
        Example("comic", example(Samples.comic, WorkHeroesView.examples[1].view, .ready([]))),
        Example("loading parts", example(Samples.event, nil, .pending)),
        Example("loading all", example(nil, nil, .pending)),
    ]
}

/// The heroes of a work as cards, or a failure.
struct WorkHeroesView: TemplateView {
    static let template = "work-heroes"

    var gallery: GalleryView?
    /// The failure, if the heroes could not be loaded.
    var trouble: TroubleView?

    static let fields: [Field<WorkHeroesView>] = [
        .optionalView("gallery", \.gallery),
        .flag("isEmpty") { $0.gallery?.cards.isEmpty == true },
        .optionalView("trouble", \.trouble),
    ]

    static let examples = [
        Example("three heroes", WorkHeroesView(gallery: Samples.gallery)),
        Example("none", WorkHeroesView(gallery: GalleryView())),
        Example(
            "failed",
            WorkHeroesView(
                trouble: TroubleView(
                    "Heroes", .unavailable("", retryAfter: 3600),
                    retry: .list(.work(Samples.event.id, slug: "civil-war", page: 1))))),
    ]
}
