import HTML
import Heroes

extension HeroHeadView {
    static let examples = [
        Example("complete", Samples.head(Samples.spider)),
        Example("without picture and words", Samples.head(Samples.plain)),
        Example("hostile", Samples.head(Samples.hostile)),
    ]
}

extension HeroDetailView {
    private static func example(_ hero: Hero?, _ sections: Later<[SectionView]>) -> HeroDetailView {
        HeroDetailView(
            frame: FrameView(title: hero?.name ?? "Hero"), id: hero?.id ?? 1, head: hero.map(Samples.head),
            sections: sections, related: sections.value.flatMap { $0.count > 1 ? RelatedView.examples[0].view : nil },
            attribution: nil, home: Route.heroes(search: nil, page: 2).url(at: 1),
            homeLabel: "All heroes",
            neighbours: Neighbours(
                previous: NeighbourView(id: 1, name: "Araña", list: nil),
                next: NeighbourView(id: 66, name: Samples.hostile.name, list: .heroes(search: nil, page: 2))))
    }

    static let examples = [
        Example("whole", example(Samples.spider, .ready([Samples.some, Samples.none, Samples.failed]))),
        Example("hostile", example(Samples.hostile, .ready([Samples.some]))),
        Example("loading sections", example(Samples.plain, .pending)),
        Example("loading all", example(nil, .pending)),
    ]
}
