import Support
import Testing

@testable import Gateway

@Suite("The search in the bundled catalogue")
struct BundledSearchTests {
    /// Texts with the name of the character to find first: a word of a name, an alias, a spelling, a mistake.
    private static let table = [
        ("doom", "Doctor Doom"), ("goblin", "Green Goblin"), ("black cat", "Black Cat"),
        ("america", "Captain America"), ("frost", "Emma Frost"), ("rider", "Ghost Rider (Johnny Blaze)"),
        ("jameson", "J. Jonah Jameson"), ("chi", "Shang-Chi"), ("lord", "Star-Lord (Peter Quill)"),
        ("nightc", "Nightcrawler"), ("2099", "Spider-Man (2099)"),
        ("miles morales", "Spider-Man (Miles Morales)"), ("mar-vell", "Captain Marvel (Mar-Vell)"),
        ("riri", "Ironheart (Riri Williams)"), ("kamala khan", "Ms. Marvel (Kamala Khan)"),
        ("illyana", "Magik (Illyana Rasputin)"), ("goddess of thunder", "Thor (Goddess of Thunder)"),
        ("peter parker", "Spider-Man"), ("parker peter", "Spider-Man"), ("tony stark", "Iron Man"),
        ("logan", "Wolverine"), ("banner", "Hulk"), ("wanda", "Scarlet Witch"), ("xavier", "Professor X"),
        ("t'challa", "Black Panther"), ("t’challa", "Black Panther"), ("victor von doom", "Doctor Doom"),
        ("jane foster", "Thor (Goddess of Thunder)"), ("piotr", "Colossus"), ("spiderman", "Spider-Man"),
        ("spider man", "Spider-Man"), ("SPIDER-MAN", "Spider-Man"), ("spider - man", "Spider-Man"),
        ("spi", "Spider-Man"), ("ironman", "Iron Man"), ("antman", "Ant-Man (Scott Lang)"), ("the hulk", "Hulk"),
        ("shehulk", "She-Hulk (Jennifer Walters)"), ("red hulk", "Red Hulk"), ("the thing", "Thing"),
        ("dr strange", "Doctor Strange"), ("dr. strange", "Doctor Strange"), ("doctordoom", "Doctor Doom"),
        ("mister fantastic", "Mr. Fantastic"), ("mr sinister", "Mister Sinister"),
        ("miss marvel", "Ms. Marvel (Kamala Khan)"), ("capt america", "Captain America"), ("prof x", "Professor X"),
        ("modok", "M.O.D.O.K."), ("M.O.D.O.K", "M.O.D.O.K."), ("m o d o k", "M.O.D.O.K."), ("us agent", "U.S. Agent"),
        ("u.s.agent", "U.S. Agent"), ("dead pool", "Deadpool"), ("x23", "X-23"), ("x 23", "X-23"),
        ("starlord", "Star-Lord (Peter Quill)"), ("betaraybill", "Beta-Ray Bill"), ("fing fang foom", "Fin Fang Foom"),
        ("kraven hunter", "Kraven the Hunter"), ("jj jameson", "J. Jonah Jameson"), ("widow black", "Black Widow"),
        ("spiderman miles", "Spider-Man (Miles Morales)"), ("thor", "Thor"), ("wolv", "Wolverine"),
        ("mag", "Magneto"), ("arana", "Araña"), ("ARAÑA", "Araña"), ("araña", "Araña"), ("Darkhölme", "Mystique"),
        ("ｔｈｏｒ", "Thor"), ("deadpol", "Deadpool"), ("hobgblin", "Hobgoblin"), ("tohr", "Thor"), ("htor", "Thor"),
        ("wolverene", "Wolverine"), ("spidrman", "Spider-Man"), ("spider mna", "Spider-Man"),
        ("spide rman", "Spider-Man"), ("irn man", "Iron Man"), ("dokter strange", "Doctor Strange"),
        ("captian amerika", "Captain America"), ("black pantehr", "Black Panther"), ("petr parker", "Spider-Man"),
        ("bruce baner", "Hulk"), ("jean gray", "Jean Grey"), ("quiksilver", "Quicksilver"), ("ultrn", "Ultron"),
        ("nightcralwer", "Nightcrawler"), ("galacticus", "Galactus"), ("gomora", "Gamora"), ("rouge", "Rogue"),
    ]

    @Test(
        "a search that only asks for a list of heroes has its parameters, and any other has none",
        arguments: [
            ("female heroes", "side=hero gender=female"), ("women", "gender=female"), ("villains", "side=villain"),
            ("Marvel villains", "side=villain"), ("avengers villains", "teams=1939208551 side=villain"),
            ("villains of the Avengers", "teams=1939208551 side=villain"),
            ("x-men women", "teams=%X-Men% gender=female"), ("women of the X-Men", "teams=%X-Men% gender=female"),
            ("heroes of the 1960s", "decade=1960"), ("1960s villains", "side=villain decade=1960"),
            ("60s villains", "side=villain decade=1960"), ("1960’s heroines", "side=hero gender=female decade=1960"),
            ("female villains", "side=villain gender=female"), ("villainesses", "side=villain gender=female"),
            ("male avengers", "teams=1939208551 gender=male"), ("list of villains", "side=villain"),
            ("best female superheroes", "side=hero gender=female"),
            ("guardians of the galaxy women", "teams=%Guardians of the Galaxy% gender=female"),
            ("avengers", nil), ("x-men", nil), ("heroes", nil), ("heroes and villains", nil), ("men and women", nil),
            ("thor villains", nil), ("spider-woman", nil), ("villains with wings", nil), ("villain comics", nil),
            ("1962", nil), ("0000s", nil),
            ("1960s 1970s villains", nil), ("women of the 1930s", nil),
            ("avengers women 1960s thor", nil),
        ] as [(String, String?)])
    func list(text: String, expected: String?) async throws {
        let client = try BundledCatalogue.client.get()
        let encoded = text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let list = try await client.data("search?q=\(encoded)&limit=1")["list"]
        var parameters = ["teams", "side", "gender", "decade"].compactMap { name in
            list?[name]?.text.map { "\(name)=\($0)" }
        }
        let characters = try await client.data("characters?limit=1&\(parameters.joined(separator: "&"))")
        let total = characters["total"]?.int
        if let list { #expect(list["total"]?.int == total) }
        if let id = list?["teams"]?.text, expected?.contains("%") == true {
            let name = try await client.results("teams/\(id)")[0]["name"]?.text ?? ""
            parameters[0] = "teams=%\(name)%"
        }
        let found = list.map { _ in parameters.joined(separator: " ") }
        #expect(found == expected)
    }

    private struct Hero {
        let id: Int
        let name: String
    }

    /// Returns the first 20 characters found.
    private func search(_ text: String) async throws -> [Hero] {
        let encoded = text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return try await heroes("search?q=\(encoded)")
    }

    private func heroes(_ target: String) async throws -> [Hero] {
        try await BundledCatalogue.client.get().results(target).map {
            Hero(id: try #require($0["id"]?.int), name: try #require($0["name"]?.text))
        }
    }

    private func allHeroes() async throws -> [Hero] {
        try await BundledCatalogue.objects(.characters).map {
            Hero(id: try #require($0["id"]?.int), name: try #require($0["name"]?.text))
        }
    }

    @Test("finds first the hero that a reader has in mind")
    func first() async throws {
        for (text, name) in Self.table {
            let found = try await search(text).prefix(3).map(\.name)
            #expect(found.first == name, "\(text): \(found)")
        }
    }

    @Test("finds every hero by each word of the name, and by the name in brackets")
    func words() async throws {
        var missed: [String] = []
        for hero in try await allHeroes() {
            let texts =
                SearchText.words(hero.name).dropFirst() + hero.name.split(separator: "(").dropFirst().map(String.init)
            for text in texts {
                let found = try await search(text)
                // More heroes than are on a page have some words in their names.
                let isFull =
                    found.count == 20 && found.allSatisfy { SearchText.words($0.name).contains { $0.hasPrefix(text) } }
                if !isFull, !found.contains(where: { $0.id == hero.id }) { missed.append("\(text): \(hero.name)") }
            }
        }
        #expect(missed == [])
    }

    @Test("finds at least 95 of 100 heroes with five letters or more if one is missing, and if two are swapped")
    func misspelled() async throws {
        var generator = Support.SeededGenerator(seed: 2099)
        // A shorter name is often another word then: “Ego” is “go”.
        let heroes = try await allHeroes().filter { $0.name.split(separator: " (")[0].count > 4 }
        for (edit, kind) in [(Self.dropLetter, "dropped"), (Self.swapLetters, "swapped")] {
            var missed: [String] = []
            for hero in heroes {
                let name = Array(hero.name.split(separator: " (")[0])
                let index = Int.random(in: 0..<name.count - 1, using: &generator)
                let text = edit(name, index)
                if try await !search(text).contains(where: { $0.id == hero.id }) {
                    missed.append("\(text): \(hero.name)")
                }
            }
            #expect(missed.count * 20 <= heroes.count, "\(kind): \(missed)")
        }
    }

    private static func dropLetter(_ name: [Character], _ index: Int) -> String {
        String(name[..<index] + name[(index + 1)...])
    }

    private static func swapLetters(_ name: [Character], _ index: Int) -> String {
        var name = name
        name.swapAt(index, index + 1)
        return String(name)
    }
}
