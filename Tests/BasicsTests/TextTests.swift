import Basics
import Foundation
import Testing

@Suite struct TextTests {
    @Test(
        "a text is decoded from JSON unchanged",
        arguments: [
            "", "plain", "\"quoted\\\"", "line\nreturn\rtab\t", "\u{0}\u{1f}\u{7f}", "</script>é😀\u{2028}", "é — 🕷",
        ])
    func json(text: String) throws {
        let list = Data("[".utf8 + JSONText.quoted(text) + "]".utf8)
        #expect(try JSONDecoder().decode([String].self, from: list) == [text])
    }
}

@Suite struct DigestTests {
    @Test("hashes match their standards, for arrays and other collections")
    func known() {
        let text = "abc"
        #expect(Hex.text(MD5.hash(data: text.utf8)) == "900150983cd24fb0d6963f7d28e17f72")
        let sha = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(Hex.text(SHA256.hash(data: text.utf8)) == sha)
        #expect(Hex.text(SHA256.hash(data: Array(text.utf8).lazy.map { $0 })) == sha)
        #expect(Hex.text(SHA256.hash(data: [UInt8]())).hasPrefix("e3b0c44298fc1c149afbf4c8996fb924"))
    }
}
