import Heroes

extension ComicVineSource {
    /// Returns one step, or two over a hero that both have as a friend or an enemy, as far as the details of the two
    /// heroes show them.
    package func connection(
        from start: Hero.ID, to end: Hero.ID
    ) async throws(HeroError) -> Attributed<[ConnectionStep]> {
        let (one, other) = (try await character(start), try await character(end))
        var steps: [(id: Hero.ID, link: ConnectionStep.Link?)] = []
        if start == end { return Attributed([], attribution: Self.attribution) }
        if let link = await link(from: (start, one), to: (end, other)) {
            steps = [(end, link)]
        } else if let between = index.heroes({ $0.bestKnown(one.related.intersection(other.related), 1).first?.id }) {
            steps = [(between, one.link(to: between)), (end, other.link(to: between))]
        }
        let found = index.heroes { heroes in
            steps.compactMap { step in
                heroes.hero(step.id).flatMap { hero in step.link.map { ConnectionStep(hero, $0) } }
            }
        }
        return Attributed(found.count == steps.count ? found : [], attribution: Self.attribution)
    }

    /// Returns the link of two heroes: a relation, a team of both, or a comic or an event of both with a known title.
    private func link(
        from one: (id: Hero.ID, record: CharacterRecord), to other: (id: Hero.ID, record: CharacterRecord)
    ) async -> ConnectionStep.Link? {
        if let link = one.record.link(to: other.id) ?? other.record.link(to: one.id) { return link }
        let others = Set(teams(other.record).compactMap(\.id))
        if let team = teams(one.record).first(where: { $0.id.map(others.contains) ?? false }) { return .shared(team) }
        let issues = Set(one.record.issueIDs).intersection(other.record.issueIDs)
        if issues.isEmpty { return nil }
        for id in [one.id, other.id] {
            let newest = await records.workLists.stored(.issues(of: .character(id), block: 0))?.works ?? []
            if let comic = newest.first(where: { issues.contains($0.id.number) }) {
                return .shared(WorkReference(comic.title, comic.id))
            }
        }
        let first = [one.record.firstIssue, other.record.firstIssue].lazy.compactMap(\.self)
        if let comic = first.first(where: { $0.id.map { issues.contains($0.number) } ?? false }) {
            return .shared(comic)
        }
        return index.arcs { $0.events(ofIssues: Array(issues)).first }.map { .shared(WorkReference($0.title, $0.id)) }
    }
}

extension CharacterRecord {
    fileprivate var related: Set<Hero.ID> { Set((friends ?? []) + (enemies ?? [])) }

    fileprivate func link(to hero: Hero.ID) -> ConnectionStep.Link? {
        if friends?.contains(hero) == true { return .relation(.ally, reason: nil) }
        return enemies?.contains(hero) == true ? .relation(.enemy, reason: nil) : nil
    }
}
