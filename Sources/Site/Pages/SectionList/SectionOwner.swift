import Heroes

/// The hero or work whose works are listed, as the list names it; the source itself has no name.
struct SectionOwner: Sendable {
    let owner: WorkOwner
    let name: String
    var thumbnail: Thumbnail?

    var slug: String { Slug.of(name) }

    /// Returns the page of the hero or work; nil for the source.
    func route(from list: HeroList? = nil) -> Route? {
        switch owner {
        case .hero(let id): .hero(id, slug: slug, from: list)
        case .work(let id): .list(.work(id, slug: slug, page: 1))
        case .source: nil
        }
    }

    /// Returns the colours of the hero's or work's page.
    func hue(_ configuration: SiteConfiguration) -> HueView? {
        switch owner {
        case .hero(let id): HueView(thumbnail, id, configuration)
        case .work(let id): HueView(thumbnail, id.number, configuration)
        case .source: nil
        }
    }
}

extension SectionOwner {
    /// Returns the cached owner; without one, nil.
    init?(cached owner: WorkOwner, _ source: any HeroSource) {
        switch owner {
        case .hero(let id):
            guard let hero = source.cachedHero(id) else { return nil }
            self.init(hero)
        case .work(let id):
            guard let work = source.cachedWork(id) else { return nil }
            self.init(work)
        case .source: self.init(owner: .source, name: "")
        }
    }

    /// Requests the owner unless it is cached.
    init(_ owner: WorkOwner, _ source: any HeroSource) async throws(HeroError) {
        if let cached = SectionOwner(cached: owner, source) {
            self = cached
            return
        }
        switch owner {
        case .hero(let id): self.init(try await source.hero(id).value)
        case .work(let id): self.init(try await source.work(id).value)
        case .source: self.init(owner: .source, name: "")
        }
    }

    /// Takes the name from the address, until the owner arrives.
    init(_ owner: WorkOwner, slug: String?) {
        let substitute = if case .work(let id) = owner { id.kind.heading } else { "Hero" }
        self.init(owner: owner, name: Slug.words(slug, or: substitute))
    }

    init(_ hero: Hero) { self.init(owner: .hero(hero.id), name: hero.name, thumbnail: hero.thumbnail) }

    init(_ work: Work) { self.init(owner: .work(work.id), name: work.heading, thumbnail: work.thumbnail) }
}
