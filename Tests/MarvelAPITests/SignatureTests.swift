import Foundation
import Testing

@testable import MarvelAPI

@Suite struct SignatureTests {
    @Test("the hash is the one Marvel's documentation shows")
    func knownAnswer() {
        let caller = Credentials(publicKey: "1234", privateKey: "abcd")
        #expect(caller.hash(ts: "1") == "ffd275c5130566a2916217b101f26150")
    }

    @Test("the signature follows the clock, in milliseconds")
    func clock() {
        let caller = Credentials(publicKey: "1234", privateKey: "abcd")
        let signature = Signature(of: caller, at: Date(timeIntervalSince1970: 0.001))
        #expect(signature.parameters.map(\.name) == ["ts", "apikey", "hash"])
        #expect(signature.parameters.map(\.value) == ["1", "1234", "ffd275c5130566a2916217b101f26150"])
    }

    @Test("printing or dumping a configuration tells no key")
    func silence() throws {
        let configuration = try MarvelConfiguration(
            baseURL: "http://127.0.0.1", publicKey: "open-secret", privateKey: "closed-secret")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", "\(configuration.credentials)", dumped] { #expect(!text.contains("secret")) }
    }
}
