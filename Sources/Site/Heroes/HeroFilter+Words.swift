import Heroes

extension HeroFilter {
    /// Returns the heading of the list, such as “Female villains of the 1960s”; `team` is the name of the team.
    func heading(team name: String?) -> String {
        var parts = [people]
        if team != nil { parts.append("of \(name.map(Self.withArticle) ?? "the team")") }
        if let decade { parts.append("\(team == nil ? "of" : "from") the \(decade)s") }
        // The site calls all of them heroes.
        if side == .hero, gender == nil { parts.append("without the villains") }
        return parts.joined(separator: " ")
    }

    private var people: String {
        let isAlone = team == nil && decade == nil
        return switch (side, gender) {
        case (nil, .female?): isAlone ? "Women of Marvel" : "Women"
        case (nil, .male?): isAlone ? "Men of Marvel" : "Men"
        case (_, let gender?): "\(gender.rawValue.capitalized) \(side == .villain ? "villains" : "heroes")"
        case (.villain?, nil): isAlone ? "Marvel villains" : "Villains"
        case (nil, nil) where isAlone: "All heroes"
        case (_, nil): isAlone ? "Marvel heroes" : "Heroes"
        }
    }

    /// Returns a number of these heroes in words.
    func count(_ number: Int) -> String {
        let (one, many) =
            switch (side, gender) {
            case (.villain?, _): ("villain", "villains")
            case (nil, .female?): ("woman", "women")
            case (nil, .male?): ("man", "men")
            default: ("hero", "heroes")
            }
        return "\(number.grouped) \(number == 1 ? one : many)"
    }

    /// The sides and the genders as the label of a menu.
    var sideWords: String {
        switch (side, gender) {
        case (nil, nil): "Everyone"
        case (nil, .female?): "Women"
        case (nil, .male?): "Men"
        case (let side?, let gender): HeroFilter(side: side, gender: gender, decade: 0).people
        }
    }
}

/// The article of a team's name: the Avengers, the Hellfire Club, but Excalibur.
extension HeroFilter {
    /// The last words of names in the singular that have an article.
    private static let collectives: Set<Substring> = [
        "Army", "Brotherhood", "Bugle", "Cabal", "Club", "Council", "Crew", "Family", "Five", "Foundation", "Four",
        "Front", "Guard", "Guild", "Illuminati", "Initiative", "Intelligencia", "League", "Legion", "Maggia", "Milaje",
        "Mission", "Order", "Pantheon", "Ring", "Room", "Sinister", "Sisterhood", "Six", "Society", "Squad", "Supreme",
        "Syndicate", "TVA", "Twelve", "Valkyrior", "Warbound", "Watch",
    ]

    static func withArticle(_ team: String) -> String {
        if team.hasPrefix("The ") { return "the " + team.dropFirst(4) }
        let words = team.prefix { $0 != "(" }.split(separator: " ")
        // Of “Guardians of the Galaxy”, the guardians.
        let end = words.firstIndex { $0 == "of" || $0 == "for" } ?? words.endIndex
        guard let last = words[..<end].last, !(words.first ?? "").hasSuffix("’s") else { return team }
        let isPlural = last.hasSuffix("s") && last.count > 4 && !last.hasSuffix("is") && !last.hasSuffix("ss")
        return isPlural || last.lowercased().hasSuffix("men") || collectives.contains(last) ? "the " + team : team
    }
}

extension HeroOrder {
    /// The order as the label of a menu.
    var words: String {
        switch self {
        case .name: "A–Z"
        case .known: "Best known"
        case .first: "First appearance"
        }
    }

    /// The order before the number of heroes; nil for the usual one.
    var sentence: String? {
        switch self {
        case .name: nil
        case .known: "Best known first"
        case .first: "By first appearance"
        }
    }
}
