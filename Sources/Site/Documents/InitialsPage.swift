import Basics
import HTML
import HTTP
import Heroes

/// `/initials/SM`: the picture of a hero without one in the source, the initials on a coloured ground.
struct InitialsPage {
    let visit: Visit
    let initials: Initials

    func response() -> Response {
        Response(
            hardened: [.contentType: "image/svg+xml", .cacheControl: "public, max-age=604800"], Array(initials.svg.utf8)
        )
    }
}

/// One or two letters or digits, in upper case.
package struct Initials: Hashable, Sendable {
    let letters: String

    /// Takes the first letters of the first two words outside of brackets; nil for a name without any.
    init?(of name: String) {
        let words = name.prefix { $0 != "(" }.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
        self.init(words.compactMap(\.first).prefix(2).map { String($0) }.joined())
    }

    /// Returns nil for anything but one or two letters or digits, which need no escaping in the picture.
    init?(_ letters: String) {
        let letters = letters.uppercased()
        guard (1...2).contains(letters.count), letters.allSatisfy({ $0.isLetter || $0.isNumber }),
            letters.unicodeScalars.count <= 8
        else { return nil }
        self.letters = letters
    }

    /// Some grounds of the drawn portraits, dark enough for light letters.
    private static let grounds = ["8c2f39", "1f5f5b", "5b3a72", "7a4a1e", "34507a", "4a5a2a", "84356a", "3d4450"]

    /// The picture, in the shape of a portrait.
    var svg: String {
        let sum = letters.unicodeScalars.reduce(0) { $0 &+ Int($1.value) }
        let (ground, size) = (Self.grounds[sum % Self.grounds.count], letters.count == 1 ? 190 : 140)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="300" height="450" viewBox="0 0 300 450">\
            <path fill="#\(ground)" d="M0 0h300v450H0z"/><path fill="#fff" fill-opacity=".08" d="M0 330 300 130v320H0z"/>\
            <text x="150" y="225" dy=".35em" fill="#f5efe2" font-family="Futura,Jost,Avenir Next,sans-serif" \
            font-size="\(size)" font-weight="700" text-anchor="middle">\(letters)</text></svg>
            """
    }
}

extension Visit {
    /// The picture of a hero without one in the source.
    func substitute(for hero: Hero) -> SafeURL {
        Initials(of: hero.name).map { Route.document(.initials($0)).url } ?? assets.placeholderImage
    }
}
