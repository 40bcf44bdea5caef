import Basics
import Support
import Testing

@testable import Gateway

@Suite("Searches by what people remember")
struct RememberedTests {
    /// Searches with the names of which one is to be among the first five of its kind, written from memory before the
    /// search existed.
    private static let table = """
        characters: blind lawyer = Daredevil
        characters: man who shrinks = Ant-Man (Scott Lang) or Hank Pym
        characters: steals powers by touch = Rogue
        characters: claws come out of his hands = Wolverine
        characters: archer without powers = Hawkeye or Hawkeye (Kate Bishop)
        characters: tree that says the same thing = Groot
        characters: eats planets = Galactus
        characters: shiny guy on flying board = Silver Surfer
        characters: girl who walks through walls = Kitty Pryde
        characters: throws exploding playing cards = Gambit
        characters: bald man in wheelchair = Professor X
        characters: controls metal = Magneto or Polaris
        characters: blue guy with a tail = Nightcrawler
        characters: newspaper boss who hates spiderman = J. Jonah Jameson
        characters: fat crime boss = Kingpin
        characters: king of wakanda = Black Panther
        characters: god of mischief = Loki
        characters: guards the rainbow bridge = Heimdall
        characters: purple villain with the stones = Thanos
        characters: man with lion fur vest = Kraven the Hunter
        characters: scientist with metal arms = Doctor Octopus
        characters: villain with fishbowl head illusions = Mysterio
        characters: skull on his shirt = Punisher
        characters: vampire slayer with sword = Blade
        characters: flaming skull motorcycle = Ghost Rider (Johnny Blaze)
        characters: green lawyer woman = She-Hulk (Jennifer Walters)
        characters: private detective super strong woman = Jessica Jones
        characters: muslim girl from jersey city = Ms. Marvel (Kamala Khan)
        characters: king who cannot speak = Black Bolt
        characters: giant dog that teleports = Lockjaw
        characters: copies how other people fight = Taskmaster
        characters: makes copies of himself = Madrox
        characters: deaf girl handprint on face = Echo
        characters: big head in flying chair = M.O.D.O.K.
        characters: alien with horse face = Beta-Ray Bill
        characters: disco singer who makes light = Dazzler
        characters: dragon in purple pants = Fin Fang Foom
        characters: lives on the moon and observes = Uatu The Watcher
        characters: tony starks secretary = Pepper Potts
        characters: swamp creature burns the scared = Man-Thing
        characters: the amazing spider-man = Spider-Man
        characters: the incredible hulk = Hulk
        characters: thors hammer = Thor or Thor (Goddess of Thunder)
        characters: cloak and dagger = Cloak or Dagger
        characters: hawkeye and mockingbird = Hawkeye or Mockingbird
        characters: captain america steve = Captain America
        characters: tony stark iron man = Iron Man
        characters: dr strange = Doctor Strange
        characters: miles morales spiderman = Spider-Man (Miles Morales)
        characters: jane foster thor = Thor (Goddess of Thunder)
        characters: carol danvers = Captain Marvel (Carol Danvers)
        characters: power man luke cage = Luke Cage
        characters: spider woman = Spider-Woman (Jessica Drew)
        characters: eddie brock venom = Venom
        characters: sam wilson = Falcon
        teams: fantastic four = Fantastic Four
        teams: x men = X-Men
        teams: the avengers team = Avengers
        teams: guardians of galaxy = Guardians of the Galaxy
        teams: shield = S.H.I.E.L.D.
        teams: inhumans royal family = Inhumans
        teams: alpha flight canada = Alpha Flight
        teams: sinister 6 = Sinister Six
        teams: brotherhood of evil mutants = Brotherhood of Mutants
        teams: great lakes avengers = Great Lakes Avengers
        teams: the new mutants = New Mutants
        teams: nick furys howling commandos = Howling Commandos
        events: civil war = Civil War or Civil War II
        series: amazing fantasy = Amazing Fantasy (1962)
        events: infinity gauntlet = Infinity Gauntlet
        events: secret wars = Secret Wars or Secret Wars (2015)
        events: days of future past = Days of Future Past
        events: house of m = House of M
        events: dark phoenix = Dark Phoenix Saga
        events: planet hulk = Planet Hulk
        series: tomb of dracula = Tomb of Dracula (1972 - 1979)
        series: journey into mystery = Journey into Mystery (1952 - 1966)
        series: ultimate spiderman = Ultimate Spider-Man (2000 - 2009) or Ultimate Comics Spider-Man (2011 - 2013)
        series: giant size x-men = Giant-Size X-Men (1975)
        series: master of kung fu = Master of Kung Fu (1974 - 1983)
        creators: stan lee = Stan Lee
        creators: jack kirby = Jack Kirby
        creators: steve ditko = Steve Ditko
        creators: chris claremont = Chris Claremont
        creators: frank miller daredevil = Frank Miller
        creators: brian bendis = Brian Michael Bendis
        creators: john romita sr = John Romita Sr.
        creators: jonathan hickman writer = Jonathan Hickman
        characters: dardevil = Daredevil
        characters: wolverene = Wolverine
        characters: juggernought = Juggernaut
        characters: conrols the wether = Storm
        characters: shoots lazers from eyes = Cyclops
        characters: russian man with steal skin = Colossus
        teams: fantastc four = Fantastic Four
        teams: gaurdians of the galaxy = Guardians of the Galaxy
        events: age of apocolypse = Age of Apocalypse
        events: infinty gauntlet = Infinity Gauntlet
        creators: stan leee = Stan Lee
        creators: jack kerby = Jack Kirby
        """

    private struct Query: Sendable {
        let kind: Kind
        let text: String
        let names: Set<String>

        init?(_ line: Substring) {
            guard let colon = line.firstRange(of: ": "), let equals = line.firstRange(of: " = "),
                let kind = Kind(rawValue: String(line[..<colon.lowerBound]))
            else { return nil }
            self.kind = kind
            text = String(line[colon.upperBound..<equals.lowerBound])
            names = Set(line[equals.upperBound...].split(separator: " or ").map(String.init))
        }
    }

    /// Returns the names of the first five results of the query's kind.
    private func firstFive(_ query: Query) async throws -> [String] {
        let encoded = query.text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let data = try await BundledCatalogue.client.get().data("search?q=\(encoded)&limit=5")
        let results = query.kind == .characters ? data["results"] : data["groups"]?[query.kind.rawValue]?["results"]
        return results?.elements.compactMap { $0[query.kind.nameField]?.text } ?? []
    }

    @Test("and paths are answered as the examples of docs/api.md say")
    func examples() async throws {
        let document = try Fixture.text("../../docs/api.md")
        let calls = document.matches(of: /v1\/public\/([^"\n]*)"\n```\n\n```json\n(.*?)```/.dotMatchesNewlines())
        #expect(calls.map { $0.1.prefix { $0.isLetter } } == ["search", "characters"])
        for call in calls {
            let expected = try JSONParser.parse(Array(call.2.utf8))
            let response = try await BundledCatalogue.client.get().json(String(call.1))
            #expect(response.differences(from: expected) == [])
        }
    }

    @Test("find at least 85 of 100 among the first five")
    func found() async throws {
        let queries = Self.table.split(separator: "\n").compactMap(Query.init)
        #expect(queries.count == 100)
        var missed: [String] = []
        for query in queries {
            let names = try await firstFive(query)
            if query.names.isDisjoint(with: names) { missed.append("\(query.text): \(names)") }
        }
        #expect(missed.count <= 15, "\(missed)")
    }
}

extension JSON {
    /// Returns the paths of values that differ from an example's; it may leave out members and ends of texts.
    fileprivate func differences(from example: JSON, at path: String = "") -> [String] {
        switch example {
        case .object(let members):
            return members.flatMap { member in
                self[member.name]?.differences(from: member.value, at: "\(path).\(member.name)") ?? [
                    "\(path).\(member.name)"
                ]
            }
        case .array(let examples):
            guard elements.count == examples.count else { return [path] }
            return zip(elements, examples).flatMap { $0.differences(from: $1, at: path + "[]") }
        case .string(let text) where text.hasSuffix("…"):
            return self.text?.hasPrefix(text.dropLast()) == true ? [] : [path]
        default: return self == example ? [] : ["\(path): \(self)"]
        }
    }
}
