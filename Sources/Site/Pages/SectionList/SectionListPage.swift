import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/comics`: all works of one kind of a hero, a work or the source.
struct SectionListPage {
    let context: PageContext
    /// The list of heroes that the visitor came from.
    let list: HeroList?

    /// A page of works with their owner.
    private struct OwnedWorks: PagedResult {
        let owner: SectionOwner
        let works: ListPage<Work>

        var pageCount: Int { works.pageCount }
        var age: Int { works.age }
    }

    func respond(
        _ section: WorkKind, of owner: WorkOwner, slug: String?, page: Int, _ request: PageRequest
    ) async throws(Failure) -> Response {
        let route: @Sendable (Int) -> Route = { .section(section, of: owner, slug: slug, page: $0, from: list) }
        if slug == nil {
            let canonical = try await context.fetch(retry: route(page)) { source async throws(HeroError) in
                try await SectionOwner(owner, source).slug
            }
            guard canonical.isEmpty else {
                throw .moved(to: .section(section, of: owner, slug: canonical, page: page, from: list))
            }
        }
        return try await context.list(page, request, at: route) { (source, page) async throws(HeroError) in
            let pending = PendingResult { () async throws(HeroError) in
                try await source.works(section, of: owner, .page(page))
            }
            return OwnedWorks(owner: try await SectionOwner(owner, source), works: try await pending.result.get())
        } part: {
            view($0, section, page)
        } deferred: {
            $0.addingLateTransitions()
        } in: { answer, works in
            let owner =
                answer?.owner ?? SectionOwner(cached: owner, context.source) ?? SectionOwner(owner, slug: slug)
            return SectionListView(
                section, of: owner, page: page, works: works, from: list, owner.hue(context.configuration))
        }
    }

    private func view(_ list: OwnedWorks, _ section: WorkKind, _ page: Int) -> WorkListView {
        let (owner, works) = (list.owner, list.works)
        let emptyState = EmptyStateView(
            heading: "No \(section.rawValue) listed",
            sentence: owner.name.isEmpty ? "We have none yet." : "We have none for \(owner.name) yet.",
            address: (owner.route() ?? .heroes(search: nil, page: 1)).url,
            label: owner.name.isEmpty ? "See all heroes" : "Back to \(owner.name)")
        return WorkListView(
            summary: [section.count(works.total) + works.growth, section.order(of: works.items)].compactMap(\.self)
                .joined(separator: ", "),
            items: context.views(works.items, descriptionLimit: 600),
            paging: PagingView(page: page, of: works.pageCount) {
                .section(section, of: owner.owner, slug: owner.slug, page: $0, from: self.list)
            },
            emptyState: works.items.isEmpty ? emptyState : nil, attribution: context.attribution(works.attribution))
    }
}

extension WorkListView {
    /// Returns the list with the style sheet for covers that are sent after the head of the page.
    fileprivate func addingLateTransitions() -> WorkListView {
        var list = self
        if !items.isEmpty { list.lateTransitions = Route.transitions([], items.map(\.id)).url }
        return list
    }
}
