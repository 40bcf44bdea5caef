/// The objects, with the fields the live service sent.
extension RecordedCollection {
    private static let words = [
        "Amber", "Battle", "Crimson", "Dark", "Eternal", "Final", "Golden", "Hidden", "Iron", "Jade",
    ]
    private static let text = String(repeating: "A sentence of some length that tells what happens. ", count: 5)

    func character(_ number: Int) -> String {
        #"{"id":\#(1_000_000 + number),"name":"\#(hero(number))","description":"\#(Self.text)",\#(common("characters", 1_000_000 + number))}"#
    }

    func series(_ number: Int) -> String {
        #"""
        {"id":\#(1 + number),"title":"\#(title(ofSeries: number))","description":null,"startYear":\#(year(number)),\#
        "endYear":2020,"rating":"","type":"\#(number % 3 == 0 ? "limited" : "ongoing")",\#(common("series", 1 + number))}
        """#
    }

    func creator(_ number: Int) -> String {
        #"""
        {"id":\#(1 + number),"firstName":"\#(Self.words[number % 10])","middleName":"","lastName":"Penciller \#(number)",\#
        "suffix":"","fullName":"\#(creatorName(number))",\#(common("creators", 1 + number))}
        """#
    }

    func event(_ number: Int) -> String {
        #"""
        {"id":\#(1 + number),"title":"\#(Self.words[number % 10]) War \#(number)","description":"\#(Self.text)",\#
        "start":"\#(1960 + number % 60)-01-02 00:00:00","end":"\#(1961 + number % 60)-01-02 00:00:00",\#
        \#(common("events", 1 + number))}
        """#
    }

    func comic(_ number: Int) -> String {
        let series = number * counts.series / counts.comics
        let heroes = heroes(ofComic: number).map { item("characters", 1_000_000 + $0, hero($0)) }
        let creators = creators(ofComic: number).map { item("creators", 1 + $0, creatorName($0), #","role":"writer""#) }
        let events = number % 20 == 0 ? [item("events", 1 + number / 20 % counts.events, "A war")] : []
        return #"""
            {"id":\#(1 + number),"digitalId":\#(number % 3 == 0 ? number : 0),"title":"\#(title(ofSeries: series)) #\#(number % 40)",\#
            "issueNumber":\#(number % 40),"variantDescription":"\#(number % 7 == 0 ? "Variant" : "")","description":"\#(Self.text)",\#
            "isbn":"","upc":"\#(5_960_600_000_000 + number)","diamondCode":"","ean":"","issn":"","pageCount":32,\#
            "format":"\#(number % 10 == 0 ? "Hardcover" : "Comic")","textObjects":[],\#
            "series":\#(item("series", 1 + series, title(ofSeries: series))),"variants":[],"collections":[],\#
            "collectedIssues":[],"dates":[{"type":"onsaleDate","date":"\#(day(number))T00:00:00-0400"}],\#
            "prices":[{"type":"printPrice","price":2.99}],"images":[],\#(common("comics", 1 + number)),\#
            "creators":\#(summary(creators)),"characters":\#(summary(heroes)),"events":\#(summary(events))}
            """#
    }

    func story(_ number: Int) -> String {
        let comic = number % counts.comics
        let series = comic * counts.series / counts.comics
        let heroes = heroes(ofComic: comic).prefix(3).map { item("characters", 1_000_000 + $0, hero($0)) }
        return #"""
            {"id":\#(1 + number),"title":"Story \#(number)","description":"","type":"\#(number % 2 == 0 ? "cover" : "story")",\#
            \#(common("stories", 1 + number)),"characters":\#(summary(heroes)),\#
            "series":\#(summary([item("series", 1 + series, title(ofSeries: series))])),\#
            "comics":\#(summary([item("comics", 1 + comic, "A comic")])),\#
            "originalIssue":\#(item("comics", 1 + comic, "A comic"))}
            """#
    }

    func hero(_ number: Int) -> String { "\(Self.words[number % 10]) Hero \(number)" }

    private func creatorName(_ number: Int) -> String { "\(Self.words[number % 10]) Penciller \(number)" }

    private func title(ofSeries number: Int) -> String {
        "\(Self.words[number * 7 % 10]) Tales \(number) (\(year(number)) - 2020)"
    }

    private func year(_ number: Int) -> Int { 1960 + number % 60 }

    private func day(_ number: Int) -> String {
        "\(1960 + number * 7 % 60)-\(10 + number % 3)-\(10 + number % 19)"
    }

    private func common(_ kind: String, _ id: Int) -> String {
        #"""
        "modified":"\#(day(id * 13))T10:\#(10 + id % 50):00-0400","resourceURI":"\#(address(kind, id))","urls":[],\#
        "thumbnail":{"path":"http://i.annihil.us/u/prod/marvel/i/mg/3/40/\#(id)","extension":"jpg"}
        """#
    }

    private func item(_ kind: String, _ id: Int, _ name: String, _ more: String = "") -> String {
        #"{"resourceURI":"\#(address(kind, id))","name":"\#(name)"\#(more)}"#
    }

    private func summary(_ items: [String]) -> String {
        #"{"available":\#(items.count),"items":[\#(items.joined(separator: ","))],"returned":\#(items.count)}"#
    }

    private func address(_ kind: String, _ id: Int) -> String { "http://gateway.marvel.com/v1/public/\(kind)/\(id)" }
}
