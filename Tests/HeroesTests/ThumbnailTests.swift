import Testing

@testable import Heroes

@Suite struct ThumbnailTests {
    @Test("a picture's address is made of path, variant and extension", arguments: Thumbnail.Variant.allCases)
    func address(variant: Thumbnail.Variant) {
        let thumbnail = Thumbnail(path: "https://i.test/a/b", fileExtension: "jpg")
        #expect(thumbnail.url(variant) == "https://i.test/a/b/\(variant.rawValue).jpg")
        #expect(variant.size.width > 0 && variant.size.height >= variant.size.width)
    }
}
