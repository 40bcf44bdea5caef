import Basics
import Heroes

extension ComicVineSource {
    /// Comic Vine cannot list the comics and series of a publisher.
    package var listedKinds: [TopicKind] { index.topics(.teams).ids.isEmpty ? [.events] : [.events, .teams] }

    package func topics(
        _ kind: TopicKind, of owner: TopicOwner, by order: TopicOrder?, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic> {
        switch owner {
        case .source: page(of: index.topics(kind).topics, range)
        case .search(let text): page(of: try await topics(kind, matching: text), range)
        case .hero(let id): try await topics(kind, ofHero: id, by: order, range)
        case .topic(let id): try await topics(kind, of: id, by: order, range)
        }
    }

    package func orders(_ kind: TopicKind, of owner: TopicOwner) -> [TopicOrder] {
        switch owner {
        case .hero where kind == .comics: [.newest, .oldest]
        case .topic(let id) where kind == .comics && (id.kind == .series || id.kind == .events): [.oldest, .newest]
        default: []
        }
    }

    package func topic(_ id: TopicID) async throws(HeroError) -> Attributed<Topic> {
        let record = try await record(id)
        var topic = record.topic
        if topic.title.isEmpty, let known = cachedTopic(id) { topic = topic.refreshing(known) }
        topic.credits = record.credits.filter { !$0.person.title.isEmpty }
        return Attributed(topic, attribution: Self.attribution)
    }

    package var database: String? { "cv" }

    /// Requests the volumes of a list a hundred at a time; the years of those that cannot be requested stay unknown.
    package func withVolumes(_ comics: [Topic], of owner: TopicOwner) async throws(HeroError) -> [Topic] {
        let key: RecordKey
        switch owner {
        case .hero(let id): key = .character(id)
        case .topic(let id): key = .topic(id)
        case .source, .search: return comics
        }
        let ids = comics.compactMap(\.seriesID).unique(by: \.self)
        var volumes: [Int: Topic] = [:]
        for block in 0..<(ids.count + ComicVineIndex.batchLength - 1) / ComicVineIndex.batchLength {
            let batch = Array(ids.dropFirst(block * ComicVineIndex.batchLength).prefix(ComicVineIndex.batchLength))
            do throws(HeroError) {
                let found = try await topics(.series, .volumes(of: key, block: block), .volumes(ids: batch))
                volumes.merge(found) { $1 }
            } catch {
                // A prefetched page is shown later, so it has to be complete.
                if error == .notCached || error == .cancelled { throw error }
            }
        }
        return comics.map { comic in
            var comic = comic
            let year = comic.seriesID.flatMap { volumes[$0]?.start?.year }
            comic.issue?.volume = year
            return comic
        }
    }

    package var hasTopicDetails: Bool { true }

    package func cachedTopic(_ id: TopicID) -> Topic? { index.topics(id.kind).topic(id.number) }

    /// Returns the heroes of a topic: Marvel's among its characters, by name.
    func heroes(of topic: TopicID, _ range: PageRange) async throws(HeroError) -> ListPage<Hero> {
        let ids = try await record(topic).heroIDs
        let heroes = index.heroes
        let known = heroes.sorted(ids)
        return heroPage(heroes.page(known, range), range, total: known.count)
    }

    private func topics(
        _ kind: TopicKind, ofHero id: Hero.ID, by order: TopicOrder?, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic> {
        let character = try await character(id)
        switch kind {
        case .comics: return try await comics(character.issueIDs, of: .character(id), by: order, own: .newest, range)
        case .stories: return try await stories(character, of: id, range)
        case .series: return page(of: try await series(of: id, character), range)
        case .events:
            let name = index.heroes.hero(id)?.name
            return page(of: index.topics(.events).events(ofIssues: character.issueIDs, orNamed: name), range)
        case .teams, .people: return page(of: [], range)
        }
    }

    private func topics(
        _ kind: TopicKind, of id: TopicID, by order: TopicOrder?, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic> {
        let record = try await record(id)
        switch (kind, id.kind) {
        case (.comics, .series), (.comics, .events):
            return try await comics(record.issueIDs, of: .topic(id), by: order, own: .oldest, range)
        case (.events, .series): return page(of: index.topics(.events).events(ofIssues: record.issueIDs), range)
        case (.events, .teams), (.events, .people): return page(of: events(record), range)
        case (.stories, .comics): return page(of: record.stories.map { $0.topic(in: record.topic) }, range)
        default: return page(of: [], range)
        }
    }

    /// Returns the details of a topic, a team or a person; the latter two are not found unless they are Marvel's.
    private func record(_ id: TopicID) async throws(HeroError) -> TopicRecord {
        do throws(HeroError) {
            let record = try await requestedRecord(id)
            // Persons have no publisher, and an odd answer names none.
            let isMarvels =
                ![.teams, .people].contains(id.kind) || cachedTopic(id) != nil || !events(record).isEmpty
                || record.heroIDs.contains(where: index.heroes.contains)
            guard isMarvels else { throw .notFound }
            return record
        } catch {
            // The list of all may still name it, or again.
            if error == .notFound, cachedTopic(id) != nil { await updater.remove(id) }
            throw error
        }
    }

    private func requestedRecord(_ id: TopicID) async throws(HeroError) -> TopicRecord {
        guard let endpoint = ComicVineEndpoint.topic(id) else { throw .notFound }
        return try await record(.topic(id), records.topics) {
            [client, index, records] caller async throws(HeroError) in
            let object = try await client.object(endpoint, for: caller)
            // Heroes also appear in comics and series of others.
            if ![.comics, .series].contains(id.kind), object.isOfAnotherPublisher { throw .notFound }
            let record = TopicRecord(id.kind, object)
            if id.kind == .events {
                let key = RecordKey.arcIssues(id.number)
                records.ids.save(key, record.issueIDs.refreshing(await records.ids.stored(key) ?? []))
                index.setIssues(record.issueIDs, ofArc: id.number)
            }
            return record
        }
    }

    /// Returns the events of a team or a person.
    private func events(_ record: TopicRecord) -> [Topic] { index.topics(.events).topics(Set(record.arcIDs)) }

    /// Returns a page of issues in an order; their own is `newest` for a hero, and roughly `oldest` for other owners.
    private func comics(
        _ ids: [Int], of owner: RecordKey, by order: TopicOrder?, own: TopicOrder, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic> {
        let isShort = ids.count <= ComicVineIndex.batchLength
        let sorted =
            switch order {
            case .newest where own == .oldest: try await byDate(ids.reversed(), ids, of: owner) { $0 > $1 }
            case .oldest where own == .newest: try await byDate(ids.reversed(), ids, of: owner) { $0 < $1 }
            case .oldest where isShort: try await byDate(ids, ids, of: owner) { $0 < $1 }
            // `orders` offers none of the others.
            case .role, .newest, .oldest, .largest, .name, nil: ids
            }
        let shown = sorted.dropFirst(range.offset).prefix(range.limit)
        let comics = try await issues(ids, shown.compactMap(ids.firstIndex), of: owner)
        return page(shown.compactMap { comics[$0] }, range, total: ids.count)
    }

    /// Returns issues in an order, sorted by their dates if one call has all dates. The undated ones, such as reprints at the
    /// end of a hero's, come last in any order.
    private func byDate(
        _ ordered: [Int], _ ids: [Int], of owner: RecordKey, _ precedes: ((Int, Int), (Int, Int)) -> Bool
    ) async throws(HeroError) -> [Int] {
        let dates = try await issues(ids, ids.indices.suffix(1), of: owner).mapValues { $0.start?.number ?? 0 }
        let isShort = ids.count <= ComicVineIndex.batchLength
        let sorted = isShort ? ordered.sorted { precedes((dates[$0] ?? 0, $0), (dates[$1] ?? 0, $1)) } : ordered
        return sorted.filter { dates[$0] != 0 } + ids.filter { dates[$0] == 0 }
    }

    /// Returns issues of a list, at these positions at least, by id; they are requested a hundred at a time.
    private func issues(
        _ ids: [Int], _ positions: some Sequence<Int>, of owner: RecordKey
    ) async throws(HeroError) -> [Int: Topic] {
        var found: [Int: Topic] = [:]
        let length = ComicVineIndex.batchLength
        for block in Set(positions.map { $0 / length }).sorted() {
            let key = RecordKey.issues(of: owner, block: block)
            let batch = Array(ids.dropFirst(block * length).prefix(length))
            found.merge(try await topics(.comics, key, .issues(ids: batch))) { $1 }
        }
        return found
    }

    /// Returns the topics of a list by id.
    private func topics(
        _ kind: TopicKind, _ key: RecordKey, _ endpoint: ComicVineEndpoint
    ) async throws(HeroError) -> [Int: Topic] {
        let list: TopicList
        do throws(HeroError) {
            // A new issue moves the others to later positions.
            list = try await record(key, records.topicLists, isValid: { $0.ids == endpoint.ids }) {
                [client] caller async throws(HeroError) in
                let found = try await client.list(endpoint, for: caller).items
                return TopicList(ids: endpoint.ids, topics: found.map { Topic(kind, $0) })
            }
        } catch {
            guard error.concernsObject, let known = await records.topicLists.stored(key),
                !Set(known.ids).isDisjoint(with: endpoint.ids)
            else { throw error }
            list = known
        }
        return Dictionary(list.topics.map { ($0.id.number, $0) }) { first, _ in first }
    }

    /// Returns the stories of a page, with their comics unless these cannot be requested.
    private func stories(
        _ character: CharacterRecord, of hero: Hero.ID, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic> {
        let shown = character.stories.dropFirst(range.offset).prefix(range.limit)
        let positions = shown.compactMap { story in character.issueIDs.firstIndex(of: story.issueID) }
        var comics: [Int: Topic] = [:]
        do throws(HeroError) {
            comics = try await issues(character.issueIDs, positions, of: .character(hero))
        } catch {
            // A prefetched page is shown later, so it has to be complete.
            if error == .notCached || error == .cancelled { throw error }
        }
        return page(shown.map { $0.topic(in: comics[$0.issueID]) }, range, total: character.stories.count)
    }

    /// Returns the series of a hero's newest hundred issues, in the order of these.
    private func series(of id: Hero.ID, _ character: CharacterRecord) async throws(HeroError) -> [Topic] {
        let newest = character.issueIDs.prefix(ComicVineIndex.batchLength)
        guard !newest.isEmpty else { return [] }
        let comics = try await issues(character.issueIDs, [0], of: .character(id))
        let ids = newest.flatMap { comics[$0]?.parents ?? [] }.compactMap(\.id?.number).unique(by: \.self)
        guard !ids.isEmpty else { return [] }
        let series = try await topics(.series, .volumes(hero: id), .volumes(ids: ids))
        return ids.compactMap { series[$0] }
    }

    private func page(of topics: [Topic], _ range: PageRange) -> ListPage<Topic> {
        page(Array(topics.dropFirst(range.offset).prefix(range.limit)), range, total: topics.count)
    }
}

extension Topic {
    /// The id of a comic's volume.
    fileprivate var seriesID: Int? { parents.first?.id?.number }
}

extension PartialDate {
    /// The date as a number that rises with it.
    fileprivate var number: Int { (year * 100 + (month ?? 0)) * 100 + (day ?? 0) }
}
