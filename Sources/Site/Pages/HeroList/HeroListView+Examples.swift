import HTML

extension HeroListView {
    static let examples = [
        Example("page 2", HeroListView(search: nil, page: 2, gallery: .ready(Samples.gallery))),
        Example("loading", HeroListView(search: nil, page: 1, gallery: .pending)),
        Example("nobody found", HeroListView(search: "<b>", page: 1, gallery: .ready(Samples.nothing))),
        Example("shared", HeroListView(sharedPage: 1, gallery: .ready(Samples.gallery))),
    ]
}
