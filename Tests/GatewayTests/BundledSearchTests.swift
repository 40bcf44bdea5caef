import Support
import Testing

@testable import Gateway

@Suite("The search in the bundled catalogue")
struct BundledSearchTests {
    /// Texts with the name of the character to find first.
    private static let table = """
        doom: Doctor Doom
        widow: Black Widow
        panther: Black Panther
        strange: Doctor Strange
        goblin: Green Goblin
        octopus: Doctor Octopus
        witch: Scarlet Witch
        surfer: Silver Surfer
        soldier: Winter Soldier
        machine: War Machine
        torch: Human Torch
        america: Captain America
        britain: Captain Britain
        fantastic: Mr. Fantastic
        frost: Emma Frost
        cage: Luke Cage
        raccoon: Rocket Raccoon
        rider: Ghost Rider (Johnny Blaze)
        fist: Iron Fist (Danny Rand)
        skull: Red Skull
        fury: Nick Fury
        potts: Pepper Potts
        sinister: Mister Sinister
        pym: Hank Pym
        pryde: Kitty Pryde
        duck: Howard the Duck
        hunter: Kraven the Hunter
        warlock: Adam Warlock
        bolt: Black Bolt
        cat: Black Cat
        jones: Jessica Jones
        knight: Moon Knight
        jameson: J. Jonah Jameson
        watson: Mary Jane Watson
        zemo: Baron Zemo (Helmut Zemo)
        sable: Silver Sable
        chi: Shang-Chi
        lord: Star-Lord (Peter Quill)
        ham: Spider-Ham (Larval Earth)
        agent: U.S. Agent
        watcher: Uatu The Watcher
        night: Nightcrawler
        marvel: Captain Marvel (Carol Danvers)
        foom: Fin Fang Foom
        miles morales: Spider-Man (Miles Morales)
        morales: Spider-Man (Miles Morales)
        emil blonsky: Abomination (Emil Blonsky)
        blonsky: Abomination (Emil Blonsky)
        scott lang: Ant-Man (Scott Lang)
        carol danvers: Captain Marvel (Carol Danvers)
        danvers: Captain Marvel (Carol Danvers)
        mar-vell: Captain Marvel (Mar-Vell)
        marvell: Captain Marvel (Mar-Vell)
        johnny blaze: Ghost Rider (Johnny Blaze)
        danny rand: Iron Fist (Danny Rand)
        riri: Ironheart (Riri Williams)
        kamala khan: Ms. Marvel (Kamala Khan)
        kamala: Ms. Marvel (Kamala Khan)
        kate bishop: Hawkeye (Kate Bishop)
        jennifer walters: She-Hulk (Jennifer Walters)
        peter quill: Star-Lord (Peter Quill)
        jessica drew: Spider-Woman (Jessica Drew)
        ben reilly: Scarlet Spider (Ben Reilly)
        sam alexander: Nova (Sam Alexander)
        flash thompson: Venom (Flash Thompson)
        adrian toomes: Vulture (Adrian Toomes)
        illyana: Magik (Illyana Rasputin)
        julia carpenter: Madame Web (Julia Carpenter)
        daisy johnson: Quake (Daisy Johnson)
        robert reynolds: Sentry (Robert Reynolds)
        2099: Spider-Man (2099)
        goddess of thunder: Thor (Goddess of Thunder)
        warren worthington: Angel (Warren Worthington III)
        peter parker: Spider-Man
        parker peter: Spider-Man
        tony stark: Iron Man
        stark: Iron Man
        logan: Wolverine
        steve rogers: Captain America
        bruce banner: Hulk
        banner: Hulk
        matt murdock: Daredevil
        wade wilson: Deadpool
        natasha romanoff: Black Widow
        clint barton: Hawkeye
        wanda: Scarlet Witch
        pietro: Quicksilver
        charles xavier: Professor X
        xavier: Professor X
        reed richards: Mr. Fantastic
        johnny storm: Human Torch
        ben grimm: Thing
        ororo: Storm
        t'challa: Black Panther
        t’challa: Black Panther
        norman osborn: Green Goblin
        otto octavius: Doctor Octopus
        eddie brock: Venom
        frank castle: Punisher
        scott summers: Cyclops
        hank mccoy: Beast
        kurt wagner: Nightcrawler
        bobby drake: Iceman
        victor von doom: Doctor Doom
        stephen strange: Doctor Strange
        wilson fisk: Kingpin
        remy lebeau: Gambit
        marc spector: Moon Knight
        victor creed: Sabretooth
        cletus kasady: Carnage
        norrin radd: Silver Surfer
        jane foster: Thor (Goddess of Thunder)
        sam wilson: Falcon
        felicia hardy: Black Cat
        piotr: Colossus
        spiderman: Spider-Man
        spider man: Spider-Man
        SPIDER-MAN: Spider-Man
        spider - man: Spider-Man
        spider: Spider-Man
        spi: Spider-Man
        ironman: Iron Man
        iron man: Iron Man
        iron-man: Iron Man
        antman: Ant-Man (Scott Lang)
        ant man: Ant-Man (Scott Lang)
        the hulk: Hulk
        hulk: Hulk
        she hulk: She-Hulk (Jennifer Walters)
        shehulk: She-Hulk (Jennifer Walters)
        red hulk: Red Hulk
        the thing: Thing
        dr strange: Doctor Strange
        dr. strange: Doctor Strange
        doctor strange: Doctor Strange
        dr doom: Doctor Doom
        doctordoom: Doctor Doom
        mister fantastic: Mr. Fantastic
        mr fantastic: Mr. Fantastic
        mr sinister: Mister Sinister
        ms marvel: Ms. Marvel (Kamala Khan)
        miss marvel: Ms. Marvel (Kamala Khan)
        captain marvel: Captain Marvel (Carol Danvers)
        capt america: Captain America
        prof x: Professor X
        professor: Professor X
        modok: M.O.D.O.K.
        M.O.D.O.K: M.O.D.O.K.
        m o d o k: M.O.D.O.K.
        us agent: U.S. Agent
        u.s.agent: U.S. Agent
        dead pool: Deadpool
        night crawler: Nightcrawler
        quick silver: Quicksilver
        x23: X-23
        x 23: X-23
        starlord: Star-Lord (Peter Quill)
        shang chi: Shang-Chi
        shangchi: Shang-Chi
        beta ray bill: Beta-Ray Bill
        betaraybill: Beta-Ray Bill
        fing fang foom: Fin Fang Foom
        kraven hunter: Kraven the Hunter
        howard duck: Howard the Duck
        jonah jameson: J. Jonah Jameson
        jj jameson: J. Jonah Jameson
        man thing: Man-Thing
        spiderman miles: Spider-Man (Miles Morales)
        spider woman: Spider-Woman (Jessica Drew)
        widow black: Black Widow
        thor: Thor
        venom: Venom
        nova: Nova
        wolv: Wolverine
        mag: Magneto
        araña: Araña
        arana: Araña
        ARAÑA: Araña
        araña: Araña
        darkholme: Mystique
        Darkhölme: Mystique
        ｔｈｏｒ: Thor
        deadpol: Deadpool
        deadpoll: Deadpool
        hobgblin: Hobgoblin
        sandan: Sandman
        tohr: Thor
        htor: Thor
        wolverin: Wolverine
        wolvrine: Wolverine
        wolverene: Wolverine
        magnito: Magneto
        spidrman: Spider-Man
        spidermna: Spider-Man
        spider mna: Spider-Man
        spide rman: Spider-Man
        irn man: Iron Man
        ironmna: Iron Man
        dokter strange: Doctor Strange
        docter doom: Doctor Doom
        dareddevil: Daredevil
        cpatain america: Captain America
        captian amerika: Captain America
        captan marvel: Captain Marvel (Carol Danvers)
        black wdiow: Black Widow
        blak panther: Black Panther
        black pantehr: Black Panther
        petr parker: Spider-Man
        peter parkr: Spider-Man
        tony stakr: Iron Man
        bruce baner: Hulk
        jean gray: Jean Grey
        quiksilver: Quicksilver
        nightcralwer: Nightcrawler
        cyclopse: Cyclops
        juggernot: Juggernaut
        galacticus: Galactus
        ultrn: Ultron
        tanos: Thanos
        lokki: Loki
        gomora: Gamora
        mistique: Mystique
        collosus: Colossus
        punsiher: Punisher
        rouge: Rogue
        """

    private struct Hero {
        let id: Int
        let name: String
    }

    /// Returns the first 20 characters found.
    private func search(_ text: String) async throws -> [Hero] {
        let encoded = text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return try await heroes("characters?search=\(encoded)")
    }

    private func heroes(_ target: String) async throws -> [Hero] {
        try await BundledCatalogue.client.get().results(target).map {
            Hero(id: try #require($0["id"]?.int), name: try #require($0["name"]?.text))
        }
    }

    private func allHeroes() async throws -> [Hero] {
        try await heroes("characters?limit=100") + heroes("characters?limit=100&offset=100")
            + heroes("characters?limit=100&offset=200")
    }

    @Test("finds first the hero that a reader has in mind")
    func first() async throws {
        let rows = Self.table.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1) }
        #expect(rows.count > 200)
        for row in rows {
            let found = try await search(String(row[0])).prefix(3).map(\.name)
            #expect(found.first == String(row[1]), "\(row[0]): \(found)")
        }
    }

    @Test("finds every hero by each word of the name, and by the name in brackets")
    func words() async throws {
        var missed: [String] = []
        for hero in try await allHeroes() {
            let texts =
                SearchText.words(hero.name).dropFirst() + hero.name.split(separator: "(").dropFirst().map(String.init)
            for text in texts where try await !search(text).contains(where: { $0.id == hero.id }) {
                missed.append("\(text): \(hero.name)")
            }
        }
        #expect(missed == [])
    }

    @Test("finds at least 95 of 100 heroes if a letter is missing, and if two are swapped")
    func misspelled() async throws {
        var generator = Support.SeededGenerator(seed: 2099)
        let heroes = try await allHeroes()
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
