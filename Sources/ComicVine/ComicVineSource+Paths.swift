import Heroes

extension ComicVineSource {
    /// Returns one step, or two over a hero that both have as a friend or an enemy, as far as the details of the two
    /// heroes show them.
    package func path(
        from start: Hero.ID, to end: Hero.ID
    ) async throws(HeroError) -> Attributed<[PathStep]> {
        let (one, other) = (try await character(start), try await character(end))
        guard start != end else { return Attributed([], attribution: Self.attribution) }
        var steps: [(Hero.ID, PathStep.Link?)] = []
        if let link = await link(from: (start, one), to: (end, other)) {
            steps = [(end, link)]
        } else if let between = index.heroes.bestKnown(one.related.intersection(other.related), 1).first?.id {
            steps = [(between, one.link(to: between)), (end, other.link(to: between))]
        }
        let found = steps.compactMap { id, link in
            index.heroes.hero(id).flatMap { hero in link.map { PathStep(hero, $0) } }
        }
        return Attributed(found.count == steps.count ? found : [], attribution: Self.attribution)
    }

    /// Returns the link of two heroes: a relation, a team of both, or a comic or an event of both with a known title.
    private func link(
        from one: (id: Hero.ID, record: CharacterRecord), to other: (id: Hero.ID, record: CharacterRecord)
    ) async -> PathStep.Link? {
        if let link = one.record.link(to: other.id) ?? other.record.link(to: one.id) { return link }
        let others = Set(teams(other.record).compactMap(\.id))
        if let team = teams(one.record).first(where: { $0.id.map(others.contains) ?? false }) { return .shared(team) }
        let issues = Set(one.record.issueIDs).intersection(other.record.issueIDs)
        var titled = [one.record.firstIssue, other.record.firstIssue].compactMap(\.self)
        for id in [one.id, other.id] where !issues.isEmpty {
            let newest = await records.topicLists.stored(.issues(of: .character(id), block: 0))?.topics ?? []
            titled = newest.map { TopicReference($0.title, $0.id) } + titled
        }
        let comic = titled.first { $0.id.map { issues.contains($0.number) } ?? false }
        let event = index.topics(.events).events(ofIssues: Array(issues)).first.map { TopicReference($0.title, $0.id) }
        return (comic ?? event).map { .shared($0) }
    }
}

extension CharacterRecord {
    fileprivate var related: Set<Hero.ID> { Set(friends + enemies) }

    fileprivate func link(to hero: Hero.ID) -> PathStep.Link? {
        if friends.contains(hero) { return .relation(.ally, reason: nil) }
        return enemies.contains(hero) ? .relation(.enemy, reason: nil) : nil
    }
}
