import Basics
import Testing

@testable import Gateway

@Suite("The rules of the bundled catalogue")
struct CatalogueRuleTests {
    private let catalogue: Catalogue
    private let heroes: [Int: CatalogueItem]

    init() throws {
        catalogue = try BundledCatalogue.catalogue.get()
        heroes = Dictionary(catalogue.items(.characters).map { ($0.id, $0) }) { first, _ in first }
    }

    private func description(_ item: CatalogueItem) -> String { item.fields["description"]?.text ?? "" }

    private func names(_ ids: [Int]?) -> [String] { (ids ?? []).compactMap { heroes[$0]?.name } }

    @Test("five hundred heroes and their world are there")
    func counts() {
        let counts = Kind.marvel.map { catalogue.items($0).count }
        // Characters, comics, creators, events, series, stories.
        for (count, least) in zip(counts, [500, 1200, 300, 85, 220, 300]) { #expect(count >= least, "\(counts)") }
        #expect(catalogue.teams.count >= 110)
        #expect(catalogue.relations.count >= 1300)
        #expect(Set(catalogue.firstReads.map(\.hero)).count >= 200)
        #expect(catalogue.items(.events).compactMap { $0.fields["end"]?.text?.prefix(4) }.max() ?? "" >= "2025")
    }

    @Test("every hero has a text of two sentences, a picture and a relation")
    func complete() {
        let related = Set(catalogue.relations.flatMap { [$0.hero, $0.other] })
        for hero in heroes.values {
            #expect(hero.emblem != nil, "\(hero.name)")
            #expect(related.contains(hero.id), "\(hero.name)")
            #expect(description(hero).contains { ".!?".contains($0) }, "\(hero.name)")
        }
    }

    @Test("the hundred best known, of whom one is the hero of the day, have a place to start and two sentences")
    func bestKnown() async throws {
        let readable = Set(catalogue.firstReads.map(\.hero))
        for hero in try await BundledCatalogue.client.get().results("characters?orderBy=-fame,name&limit=100") {
            let id = hero["id"]?.int ?? 0
            #expect(readable.contains(id), "\(hero["name"]?.text ?? "")")
            #expect(hero["description"]?.text?.contains(/[.!?…]”?\s/) == true, "\(id)")
        }
    }

    @Test("most heroes have a side, and the hundred best known a gender")
    func sides() async throws {
        #expect(try heroes.values.compactMap { try $0.record.optionalText("side") }.count >= 500)
        for hero in try await BundledCatalogue.client.get().results("characters?orderBy=-fame,name&limit=100") {
            guard let item = heroes[hero["id"]?.int ?? 0], !Self.genderless.contains(item.name) else { continue }
            #expect(try item.record.optionalText("gender") != nil, "\(item.name)")
        }
    }

    /// The best known that are neither women nor men.
    private static let genderless: Set = ["Sentinels"]

    @Test("every text is a sentence with one full stop")
    func sentences() {
        let texts =
            catalogue.items.filter { $0.kind != .creators }.map { ($0.name, description($0)) }
            + catalogue.teams.map { ($0.name, $0.fields([:])["description"]?.text ?? "") }
            + catalogue.firstReads.map { ("\($0.hero)", $0.text) }
        for (name, text) in texts where !text.isEmpty {
            #expect(!text.contains("..") && !text.contains("  ") && !text.contains("&#"), "\(name): \(text)")
            #expect(text.last.map { ".!?”’…)>".contains($0) } == true, "\(name): \(text)")
        }
    }

    @Test("every team has at least two members, and a description of one sentence")
    func teams() {
        var members: [String: Int] = [:]
        for hero in heroes.values {
            for team in hero.teams { members[Facts.Membership.words(team.team), default: 0] += 1 }
        }
        for team in catalogue.teams {
            #expect(members[Facts.Membership.words(team.name)] ?? 0 > 1, "\(team.name)")
        }
    }

    /// The words of a text with capitals and hyphens, since “Vision” is a hero and “vision” is none.
    private func words(_ text: String) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "." }.map {
            $0.last == "." ? $0.dropLast() : $0
        }
    }

    private func contains(_ text: [Substring], _ name: [Substring]) -> Bool {
        guard let first = name.first, text.count >= name.count else { return false }
        return text.indices.dropLast(name.count - 1).contains { index in
            text[index] == first && text[index..<index + name.count].elementsEqual(name)
        }
    }

    /// Issues in which the one of the title is away, or dead and replaced.
    private static let absent: Set = [
        "Black Panther: World of Wakanda (2016) #1: Black Panther", "Captain America (2004) #34: Captain America",
        "Captain America (2004) #7: Captain America", "Moon Girl and Devil Dinosaur (2015) #25: Devil Dinosaur",
    ]

    @Test("the heroes in the title of a comic are in it")
    func titles() {
        // Several heroes have the same name, and a series may be named after one that is not in each issue.
        let named = Dictionary(grouping: heroes.values) { words(String($0.name.prefix { $0 != "(" })) }
            .filter { $0.key.count > 1 }
        var missed: [String] = []
        for comic in catalogue.items(.comics) {
            let title = words(comic.name)
            let present = Set(comic.related[.characters] ?? [])
            let inTitle = named.filter { contains(title, $0.key) }
            for (name, bearers) in inTitle where present.isDisjoint(with: bearers.map(\.id)) {
                // “Ghost Rider” is a part of “Cosmic Ghost Rider”.
                let isPart = inTitle.keys.contains { $0.count > name.count && contains($0, name) }
                if !isPart { missed.append("\(comic.name): \(name.joined(separator: " "))") }
            }
        }
        #expect(Set(missed).subtracting(Self.absent) == [])
    }

    @Test("an event's own comics are in it, in order, within its dates")
    func core() throws {
        let comics = Dictionary(catalogue.items(.comics).map { ($0.id, $0) }) { first, _ in first }
        for event in catalogue.items(.events) {
            #expect(event.core.count > 1, "\(event.name)")
            let (start, end) = (event.fields["start"]?.text?.prefix(7), event.fields["end"]?.text?.prefix(7))
            for id in event.core {
                let comic = try #require(comics[id])
                let date = comic.fields["dates"]?.elements.first?["date"]?.text?.prefix(7) ?? ""
                guard let start, let end, date.first != "-" else { continue }
                #expect((start...end).contains(date), "\(event.name), \(comic.name): \(date)")
            }
        }
    }

    @Test("every work with heroes has a main one")
    func roles() {
        let works = [Kind.comics, .events, .series].flatMap(catalogue.items)
        let without = works.filter { $0.related[.characters]?.isEmpty == false && !$0.roles.values.contains(.main) }
        #expect(without.map(\.name) == [])
    }

    @Test("of each hero who is the main one of three comics or more, three such come first")
    func mainFirst() async throws {
        var count: [Int: Int] = [:]
        for comic in catalogue.items(.comics) {
            for (hero, role) in comic.roles where role == .main { count[hero, default: 0] += 1 }
        }
        let client = try BundledCatalogue.client.get()
        for (hero, comics) in count where comics > 2 {
            let first = try await client.results(
                "characters/\(hero)/comics?orderBy=role,-onsaleDate&limit=3&facts=true")
            #expect(first.map { $0["role"]?.text } == ["main", "main", "main"], "\(hero)")
        }
    }

    @Test("every comic has a writer and an artist, but for those of which nobody is sure")
    func makers() {
        func has(_ comic: CatalogueItem, _ words: [String]) -> Bool {
            comic.credits.contains { credit in words.contains { credit.role.contains($0) } }
        }
        let comics = catalogue.items(.comics)
        let without = comics.filter { !has($0, ["writer"]) || !has($0, ["artist", "pencil"]) }
        #expect(without.count * 100 <= comics.count, "\(without.map(\.name))")
    }

    @Test("the wall is colourful: a fifth of the grounds is blue, and no layout has more than a tenth")
    func walls() throws {
        let emblems = try heroes.values.compactMap { try $0.record.optionalText("emblem")?.split(separator: " ") }
        let layouts = Dictionary(grouping: emblems) { $0[3] }.mapValues(\.count)
        let blues = emblems.count { ["cobalt", "navy", "indigo", "azure", "sky"].contains($0[1]) }
        #expect(blues * 5 <= emblems.count)
        #expect(layouts.values.allSatisfy { $0 * 100 <= emblems.count * 12 }, "\(layouts)")
    }
}
