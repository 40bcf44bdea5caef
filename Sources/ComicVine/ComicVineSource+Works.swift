import Heroes

extension ComicVineSource {
    /// Comic Vine cannot list the comics and series of a publisher.
    package var listedKinds: [WorkKind] { [.events] }

    package func works(
        _ kind: WorkKind, of owner: WorkOwner, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Work> {
        switch owner {
        case .source: kind == .events ? page(of: index.arcs(\.events), range) : page(of: [], range)
        case .hero(let id): try await works(kind, ofHero: id, range)
        case .work(let id): try await works(kind, of: id, range)
        }
    }

    package func work(_ id: WorkID) async throws(HeroError) -> Attributed<Work> {
        Attributed(try await record(id).work, attribution: Self.attribution)
    }

    package func cachedWork(_ id: WorkID) -> Work? {
        id.kind == .events ? index.arcs { $0.event(id.number) } : nil
    }

    /// Returns the heroes of a work: Marvel's among its characters, by name.
    func heroes(of work: WorkID, _ range: PageRange) async throws(HeroError) -> ListPage<Hero> {
        let ids = try await record(work).heroIDs
        let known = index.heroes { heroes in heroes.sorted(ids) }
        let page = Array(known.dropFirst(range.offset).prefix(range.limit))
        if let caller, index.heroes({ heroes in page.contains(where: heroes.isPending) }) {
            // Without their details, heroes are shown by name.
            _ = try? await updater.readDetails(first: page, for: caller)
        }
        return self.page(
            index.heroes { heroes in page.compactMap(heroes.hero) }, range, total: known.count)
    }

    private func works(
        _ kind: WorkKind, ofHero id: Hero.ID, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Work> {
        let character = try await character(id)
        switch kind {
        case .comics: return try await comics(character.issueIDs, of: .character(id), range)
        case .stories: return try await stories(character, of: id, range)
        case .series: return page(of: try await series(of: id, character), range)
        case .events:
            let name = index.heroes { $0.hero(id)?.name }
            return page(of: index.arcs { $0.events(ofIssues: character.issueIDs, orNamed: name) }, range)
        }
    }

    private func works(_ kind: WorkKind, of id: WorkID, _ range: PageRange) async throws(HeroError) -> ListPage<Work> {
        let record = try await record(id)
        switch (kind, id.kind) {
        case (.comics, .series): return try await comics(record.issueIDs, of: .volume(id.number), range)
        case (.comics, .events): return try await comics(record.issueIDs, of: .arc(id.number), range)
        case (.events, .series): return page(of: index.arcs { $0.events(ofIssues: record.issueIDs) }, range)
        case (.stories, .comics): return page(of: record.stories.map { $0.work(in: record.work) }, range)
        default: return page(of: [], range)
        }
    }

    /// Returns the details of a comic, a series or an event.
    private func record(_ id: WorkID) async throws(HeroError) -> WorkRecord {
        let (key, endpoint): (RecordKey, ComicVineEndpoint) =
            switch id.kind {
            case .comics: (.issue(id.number), .issue(id.number))
            case .series: (.volume(id.number), .volume(id.number))
            case .events: (.arc(id.number), .storyArc(id.number))
            case .stories: throw .notFound
            }
        return try await record(key, records.works) {
            [client, index, records, updater] caller async throws(HeroError) in
            let object: ComicVineObject
            do throws(HeroError) {
                object = try await client.object(endpoint, for: caller)
            } catch {
                if error == .notFound, id.kind == .events { await updater.removeArc(id.number) }
                throw error
            }
            guard object.id == id.number else {
                throw .invalidResponse(status: 200, "requested \(id.kind) \(id.number), got \(object.id)")
            }
            let record = WorkRecord(id.kind, object)
            if id.kind == .events {
                let key = RecordKey.arcIssues(id.number)
                records.ids.save(key, record.issueIDs.refreshing(await records.ids.stored(key) ?? []))
                index.updateArcs { $0.setIssues(record.issueIDs, of: id.number) }
            }
            return record
        }
    }

    /// Returns a page of comics; its issues are requested a hundred at a time.
    private func comics(
        _ ids: [Int], of owner: RecordKey, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Work> {
        let page = ids.indices.dropFirst(range.offset).prefix(range.limit)
        var comics: [Int: Work] = [:]
        for block in Set(page.map { $0 / ComicVineIndex.batchLength }).sorted() {
            for comic in try await issues(ids, of: owner, block: block) { comics[comic.id.number] = comic }
        }
        return ListPage(
            items: page.compactMap { comics[ids[$0]] }, range: range, total: ids.count, attribution: Self.attribution)
    }

    /// Returns a hundred issues of a list, in any order.
    private func issues(
        _ ids: [Int], of owner: RecordKey, block: Int
    ) async throws(HeroError) -> [Work] {
        let ids = Array(ids.dropFirst(block * ComicVineIndex.batchLength).prefix(ComicVineIndex.batchLength))
        guard !ids.isEmpty else { return [] }
        let key = RecordKey.issues(of: owner.text, block: block)
        // A new issue moves the others to later positions.
        let record = try await record(key, records.workLists, isValid: { $0.ids == ids }) {
            [client] caller async throws(HeroError) in
            let found = try await client.list(.issues(ids: ids), for: caller).items
            return WorkList(ids: ids, works: found.map { Work(.comics, $0) })
        }
        return record.works
    }

    /// Returns the stories of a page, with their comics unless these cannot be requested.
    private func stories(
        _ character: CharacterRecord, of hero: Hero.ID, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Work> {
        let page = character.stories.dropFirst(range.offset).prefix(range.limit)
        let positions = page.compactMap { story in character.issueIDs.firstIndex(of: story.issueID) }
        var comics: [Int: Work] = [:]
        for block in Set(positions.map { $0 / ComicVineIndex.batchLength }) {
            do throws(HeroError) {
                for comic in try await issues(character.issueIDs, of: .character(hero), block: block) {
                    comics[comic.id.number] = comic
                }
            } catch {
                // A prefetched page is shown later, so it has to be complete.
                if error == .notCached || error == .cancelled { throw error }
            }
        }
        return ListPage(
            items: page.map { $0.work(in: comics[$0.issueID]) }, range: range, total: character.stories.count,
            attribution: Self.attribution)
    }

    /// Returns the series of a hero's newest hundred issues, in the order of these.
    private func series(of id: Hero.ID, _ character: CharacterRecord) async throws(HeroError) -> [Work] {
        let comics = try await issues(character.issueIDs, of: .character(id), block: 0)
        let parents = Dictionary(comics.map { ($0.id.number, $0.parents) }) { first, _ in first }
        var seen: Set<Int> = []
        let ids = character.issueIDs.prefix(ComicVineIndex.batchLength).flatMap { parents[$0] ?? [] }
            .compactMap(\.id?.number).filter { seen.insert($0).inserted }
        guard !ids.isEmpty else { return [] }
        let record = try await record(.volumes(hero: id), records.workLists, isValid: { $0.ids == ids }) {
            [client] caller async throws(HeroError) in
            let found = try await client.list(.volumes(ids: ids), for: caller).items
            return WorkList(ids: ids, works: found.map { Work(.series, $0) })
        }
        return ids.compactMap { id in record.works.first { $0.id.number == id } }
    }

    private func page(of works: [Work], _ range: PageRange) -> ListPage<Work> {
        ListPage(
            items: Array(works.dropFirst(range.offset).prefix(range.limit)), range: range, total: works.count,
            attribution: Self.attribution)
    }
}
