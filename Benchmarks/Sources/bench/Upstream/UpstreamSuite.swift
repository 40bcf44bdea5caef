import Foundation

/// The site on a gateway that takes its time, both as programs of their own.
struct UpstreamSuite {
    /// Milliseconds that the gateway holds every answer back.
    static let delay = 200
    /// Exchanges that the site has with its source at a time, at most.
    static let limit = 64
    static let clients = 64
    /// Questions behind the page of a hero whom the site has not met.
    static let callsPerPage = 5

    /// Pages that are measured one by one.
    let singles: Int
    /// Pages that the clients ask for.
    let pages: Int
    let loads: Rounds
    /// How often the pages are asked for while memory is looked at.
    let repetitions: Int

    init(_ effort: Effort) {
        singles = effort.isQuick ? 5 : 41
        pages = effort.isQuick ? 100 : 500
        loads = Rounds(count: effort.isQuick ? 1 : 3)
        repetitions = effort.isQuick ? 6 : 30
    }

    func report() throws -> Report {
        Progress.tell("upstream: making an archive")
        let collection = try RecordedCollection(
            RecordedCollection.Counts(
                characters: pages + 80, comics: 6000, creators: 200, events: 40, series: 800, stories: 6000))
        let archive = collection.folder.path("archive")
        try HeroesProgram.importFiles(collection.files, archive: archive)
        let gateway = try HeroesProgram.gateway(archive, delay: Self.delay)
        let addresses = try Self.addresses(archive, pages)
        Progress.tell("upstream: one page at a time")
        let single = try SinglePages(gateway, addresses.prefix(singles))
        Progress.tell("upstream: \(pages) pages by \(Self.clients) clients")
        let crowd = try ColdPages(gateway, addresses, loads)
        Progress.tell("upstream: memory")
        let memory = try RepeatedPages(archive, addresses, repetitions)
        return Report(
            text: text(single, crowd, memory), figures: single.figures + crowd.figures + memory.figures)
    }

    /// The addresses of so many heroes, as the lists of a site of its own link to them.
    private static func addresses(_ archive: String, _ count: Int) throws -> [String] {
        let site = try HeroesProgram(["serve", "--ephemeral", "--archive", archive])
        defer { withExtendedLifetime(site) {} }
        let client = try site.client()
        var addresses: [String] = []
        for page in 1...(count / 20 + 1) {
            let text = try client.page("/heroes?page=\(page)").text
            let found = text.matches(of: /href="(\/heroes\/\d+-[^"?#]+)["?]/).map { String($0.1) }
            for address in found where addresses.last != address { addresses.append(address) }
        }
        let distinct = Set(addresses)
        guard distinct.count >= count else { throw Unmeasurable("the lists link to \(distinct.count) heroes only") }
        return Array(distinct.sorted().prefix(count))
    }

    private func text(_ single: SinglePages, _ crowd: ColdPages, _ memory: RepeatedPages) -> String {
        """
        ## Upstream

        `script/bench upstream`: the site on `heroes gateway --delay \(Self.delay)`, both as programs of their own, over an \
        archive of \(pages + 80) heroes. Pages of heroes one after another, \(singles) each, on a connection that is kept:

        \(single.table)

        \(pages) such pages by \(Self.clients) clients, none of which anything is known of: \(Self.callsPerPage) calls each. \
        With at most \(Self.limit) calls at a time they take pages × \(Self.callsPerPage) × \(Self.delay) ms / \(Self.limit) = \
        \(crowd.ideal.text(2)) s at the least. Then the same pages again.

        \(crowd.table)

        The same pages again and again, with a cache of 1 MiB that has forgotten each when it is asked for anew, and \
        \(RepeatedPages.delay) ms for an answer:

        \(memory.table)
        """
    }
}
