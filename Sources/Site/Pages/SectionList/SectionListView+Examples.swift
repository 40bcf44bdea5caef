import HTML

extension ListingView {
    static let examples = [
        Example(
            "page 2",
            ListingView(
                summary: "24 on record", items: Samples.works,
                paging: PagingView(page: 2, of: 2) { .section(.comics, of: 1, slug: nil, page: $0) }, invitation: nil,
                attribution: .escaping("Data by somebody")))
    ]
}

extension SectionListView {
    static let examples =
        ListingView.examples.map { example in
            Example(
                example.name, SectionListView(.comics, of: Samples.hostile, page: 2, listing: .ready(example.view)))
        } + [Example("loading", SectionListView(.comics, of: Samples.spider, page: 1, listing: .pending))]
}
