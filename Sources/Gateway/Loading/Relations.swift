/// Who is related to whom in a catalogue: what it declares, and what follows from it.
struct Relations {
    private var links: [Int: [Entry.Link]] = [:]
    private var places: [Int: [Int: Int]] = [:]

    init(_ catalogue: Catalogue) {
        for series in catalogue.series { relate(.series, series.id, series.characters, series.creators) }
        for event in catalogue.events {
            relate(.events, event.id, event.characters, event.creators)
            for series in event.series { relate(.events, event.id, .series, series) }
        }
        let eventsOfComics = Self.events(catalogue)
        for comic in catalogue.comics { add(comic, events: eventsOfComics[comic.id] ?? []) }
        let comics = Dictionary(catalogue.comics.map { ($0.id, $0) }) { first, _ in first }
        for story in catalogue.stories {
            guard let comic = comics[story.comic] else { continue }
            add(story, of: comic, events: eventsOfComics[comic.id] ?? [])
        }
    }

    /// The relations of one object, each told on one of its two sides only.
    func links(_ kind: Kind, _ id: Int) -> [Entry.Link] { links[kind.key(id)] ?? [] }

    /// A comic says which events it is part of, or an event which comics it has.
    private static func events(_ catalogue: Catalogue) -> [Int: [Int]] {
        var events: [Int: [Int]] = [:]
        for comic in catalogue.comics { events[comic.id] = comic.events }
        for event in catalogue.events {
            for comic in event.comics where events[comic]?.contains(event.id) != true {
                events[comic, default: []].append(event.id)
            }
        }
        return events
    }

    /// A comic's characters and creators are also those of its series and its events.
    private mutating func add(_ comic: Catalogue.Comic, events: [Int]) {
        relate(.comics, comic.id, comic.characters, comic.creators)
        relate(.comics, comic.id, .series, comic.series)
        relate(.series, comic.series, comic.characters, comic.creators)
        for event in events {
            relate(.events, event, .comics, comic.id)
            relate(.events, event, .series, comic.series)
            relate(.events, event, comic.characters, comic.creators)
        }
        for character in comic.characters {
            for credit in comic.creators { relate(.characters, character, .creators, credit.creator) }
        }
    }

    private mutating func add(_ story: Catalogue.Story, of comic: Catalogue.Comic, events: [Int]) {
        let characters = story.characters.isEmpty ? comic.characters : story.characters
        relate(.stories, story.id, characters, story.creators)
        relate(.stories, story.id, .comics, comic.id)
        relate(.stories, story.id, .series, comic.series)
        for event in events { relate(.stories, story.id, .events, event) }
        relate(.comics, comic.id, [], story.creators)
        relate(.series, comic.series, [], story.creators)
    }

    private mutating func relate(_ kind: Kind, _ id: Int, _ characters: [Int], _ creators: [Catalogue.Credit]) {
        for character in characters { relate(kind, id, .characters, character) }
        for credit in creators { relate(kind, id, .creators, credit.creator, role: credit.role) }
    }

    /// Adds a relation once; a creator's further roles join the first.
    private mutating func relate(_ kind: Kind, _ id: Int, _ other: Kind, _ otherID: Int, role: String = "") {
        let subject = kind.key(id)
        let object = other.key(otherID)
        guard let place = places[subject]?[object] else {
            places[subject, default: [:]][object] = links[subject]?.count ?? 0
            links[subject, default: []].append(Entry.Link(kind: other, id: otherID, role: role))
            return
        }
        guard let known = links[subject]?[place].role, !role.isEmpty,
            !known.split(separator: ",").contains(where: { $0.drop { $0 == " " } == role })
        else { return }
        links[subject]?[place] = Entry.Link(
            kind: other, id: otherID, role: known.isEmpty ? role : "\(known), \(role)")
    }
}
