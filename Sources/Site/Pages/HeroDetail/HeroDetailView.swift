import HTML
import Heroes

/// A hero's own page; what the source has not told yet is a loader that its answer replaces.
struct HeroDetailView: PageView {
    static let template = "hero-detail"

    var frame: FrameView
    let id: Hero.ID
    /// Nil while nobody has told who the hero is.
    let head: HeroHeadView?
    let sections: Later<[SectionView]>
    let related: RelatedView?
    let attribution: AttributionView?
    let home: SafeURL
    let homeLabel: String
    let neighbours: Neighbours

    var transition: TransitionView? { TransitionView([id], isDestination: true) }

    static let fields: [Field<HeroDetailView>] = [
        .view("frame", \.frame),
        .number("id", \.id),
        .optionalView("head", \.head),
        .laterList("sections", \.sections),
        .list("loaders") { _ in WorkKind.allCases.map(SectionLoaderView.init) },
        .optionalView("related", \.related),
        .optionalView("attribution", \.attribution),
        .url("home", \.home),
        .text("homeLabel", \.homeLabel),
        .optionalView("previous", \.neighbours.previous),
        .optionalView("next", \.neighbours.next),
    ]
}

/// The place that a section will take.
struct SectionLoaderView: View {
    let section: WorkKind

    static let fields: [Field<SectionLoaderView>] = [
        .text("kind", \.section.rawValue), .text("heading", \.section.heading),
    ]
}
