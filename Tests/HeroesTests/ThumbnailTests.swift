import Testing

@testable import Heroes

@Suite struct ThumbnailTests {
    @Test(
        "the size follows the path, or replaces the path's asterisk",
        arguments: zip(
            Thumbnail.Role.allCases,
            [
                ("portrait_medium", "scale_small"), ("portrait_fantastic", "scale_small"),
                ("portrait_uncanny", "scale_medium"), ("detail", "scale_super"),
            ]))
    func url(role: Thumbnail.Role, names: (marvel: String, comicVine: String)) {
        let marvel = Thumbnail(path: "https://i.test/a/b", fileExtension: "jpg")
        #expect(marvel.url(role) == "https://i.test/a/b/\(names.marvel).jpg")
        let comicVine = Thumbnail(path: "https://i.test/a/uploads/*/6/67663/x", fileExtension: "png")
        #expect(comicVine.url(role) == "https://i.test/a/uploads/\(names.comicVine)/6/67663/x.png")
        #expect(Thumbnail(path: "/a", fileExtension: "").url(role) == "/a/\(names.marvel)")
        // A drawing has one address, so a page uses the picture that another has loaded.
        for path in ["/images/characters/1", "https://i.test/images/characters/1"] {
            #expect(Thumbnail(path: path, fileExtension: "svg").url(role) == path + ".svg")
        }
        #expect(role.size.width > 0)
        #expect(role.size.height >= role.size.width)
    }
}
