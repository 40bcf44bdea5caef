import HTML
import HTTP
import Heroes

/// A part of a page that arrived after the first flush.
struct LatePart: Sendable {
    var bytes: [UInt8] = []
    var attribution: Attribution?
}

extension PageContext {
    /// Streams a page with all known parts, then each late part as it arrives, and at the end the attribution.
    func stream(
        _ shell: some PageView, _ request: PageRequest, _ late: [@Sendable () async -> LatePart]
    ) -> Response {
        renderer.stream(shell, request) { writer in
            await withTaskGroup(of: LatePart.self) { group in
                for part in late { group.addTask(operation: part) }
                var attribution: Attribution?
                for await part in group where !part.bytes.isEmpty {
                    attribution = attribution ?? part.attribution
                    try? await writer.write(part.bytes)  // The last write also reports a closed connection.
                }
                if let view = attribution.flatMap(self.attribution).map(AttributionView.init) {
                    try? await writer.write(renderer.part(view))
                }
            }
        }
    }

    /// Returns the late head of a page, or the failure in its place.
    func late<Subject>(
        _ result: Result<Attributed<Subject>, HeroError>, failure: (HeroError) -> Failure,
        head: (Subject) -> some TemplateView
    ) -> LatePart {
        switch result {
        case .success(let subject):
            LatePart(bytes: renderer.part(head(subject.value)), attribution: subject.attribution)
        case .failure(let error): LatePart(bytes: part(failure(error), slot: "head"))
        }
    }

    /// Returns a late section.
    func late(
        _ kind: WorkKind, _ result: Result<ListPage<Work>, HeroError>, all: Route, retry: Route
    ) -> LatePart {
        var view = section(kind, result, all: all, retry: retry)
        let works = view.items.map(\.id)
        view.lateTransitions = works.isEmpty ? nil : Route.transitions([], works).url
        // Without a result there is no attribution.
        return LatePart(bytes: renderer.part(view), attribution: try? result.get().attribution)
    }

    /// Returns a section; `all` is the list of all works. The cause of a failure is logged.
    func section(
        _ kind: WorkKind, _ result: Result<ListPage<Work>, HeroError>, all: Route, retry: Route
    ) -> SectionView {
        var view = SectionView(section: kind)
        switch result {
        case .success(let works):
            view.total = works.total
            view.items = views(works.items.prefix(SectionView.itemLimit), descriptionLimit: 220)
            if works.total > view.items.count { view.all = all.url }
        case .failure(.notFound): break
        case .failure(let error):
            if let cause = Failure(error, retry: retry).cause { log("\(kind.rawValue): \(cause)") }
            view.trouble = TroubleView(kind.heading, error, retry: retry)
        }
        return view
    }
}
