import Foundation
import Testing

@testable import MarvelAPI

@Suite struct SignatureTests {
    @Test("the hash matches the example of Marvel's documentation")
    func documentedHash() {
        let credentials = APIKeys(publicKey: "1234", privateKey: "abcd")
        #expect(credentials.hash(ts: "1") == "ffd275c5130566a2916217b101f26150")
    }

    @Test("the timestamp is in milliseconds")
    func clock() {
        let credentials = APIKeys(publicKey: "1234", privateKey: "abcd")
        let signature = Signature(of: credentials, at: Date(timeIntervalSince1970: 0.001))
        #expect(signature.parameters.map(\.name) == ["ts", "apikey", "hash"])
        #expect(signature.parameters.map(\.value) == ["1", "1234", "ffd275c5130566a2916217b101f26150"])
    }

    @Test("printing or dumping a configuration discloses no key")
    func silence() throws {
        let configuration = try MarvelConfiguration(
            baseURL: "http://127.0.0.1", publicKey: "open-secret", privateKey: "closed-secret")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", "\(configuration.credentials)", dumped] { #expect(!text.contains("secret")) }
    }
}
