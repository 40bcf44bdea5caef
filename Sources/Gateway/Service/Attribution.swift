/// The owner of an answer's data, in every envelope.
struct Attribution: Hashable, Sendable {
    let copyright: String
    let text: String
    let html: String

    /// An archive of recorded answers: the words that came with them.
    static let marvel = Attribution(
        copyright: "© 2026 MARVEL", text: "Data provided by Marvel. © 2026 MARVEL",
        html: #"<a href="http://marvel.com">Data provided by Marvel. © 2026 MARVEL</a>"#)

    /// The bundled catalogue: its texts and pictures are the project's own, its characters are not.
    static let catalogue = Attribution(
        copyright: "Characters © 2026 MARVEL",
        text: "Texts and art by MarvelHeroes, not affiliated with Marvel. Characters © 2026 MARVEL",
        html: #"Texts and art by MarvelHeroes, not affiliated with Marvel. "#
            + #"Characters <a href="https://www.marvel.com">© 2026 MARVEL</a>"#)
}
