/// The attribution of a response's data, part of every envelope.
struct AttributionTexts: Hashable, Sendable {
    let copyright: String
    let text: String
    let html: String

    /// The attribution of recorded responses, as the live service worded it.
    static let marvel = AttributionTexts(
        copyright: "© 2026 MARVEL", text: "Data provided by Marvel. © 2026 MARVEL",
        html: #"<a href="http://marvel.com">Data provided by Marvel. © 2026 MARVEL</a>"#)

    /// The attribution of the bundled catalogue: only its texts and pictures are the project's own.
    static let catalogue = AttributionTexts(
        copyright: "Characters © 2026 MARVEL",
        text: "Texts and art by MarvelHeroes. Characters © 2026 MARVEL",
        html: #"Texts and art by MarvelHeroes. Characters <a href="https://www.marvel.com">© 2026 MARVEL</a>"#)
}
