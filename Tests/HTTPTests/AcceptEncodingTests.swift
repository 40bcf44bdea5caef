import HTTPTypes
import Testing

@testable import HTTP

@Suite struct AcceptEncodingTests {
    private func preferred(_ values: [String]) -> ContentCoding? {
        var fields = HTTPFields()
        for value in values { fields.append(HTTPField(name: .acceptEncoding, value: value)) }
        return AcceptEncoding(Request(target: "/", fields: fields)).preferred
    }

    @Test(
        "gzip is preferred if it has the highest weight",
        arguments: [
            "gzip", "GZip", "x-gzip", "X-GZIP;q=0.5", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*",
            "*;q=0.001", "gzip;q=0.001", "gzip;q=1.000", "gzip;q=1.", "gzip;q=0.5, identity;q=0.5",
            "gzip, identity;q=0", "identity;q=0, *;q=0.5", "gzip;q=0.1, *;q=0", "deflate;q=0,gzip", " gzip ;\tQ=0.3 ",
            ",,gzip,", "gzip;q=0.5, identity;q=0.4, *;q=0.9", "gzip;q=1,0;q",
        ])
    func gzip(value: String) { #expect(preferred([value]) == .gzip) }

    @Test(
        "otherwise the content is sent uncompressed",
        arguments: [
            "", " ", ",", "identity", "br, zstd", "gzip;q=0", "gzip;q=0.000", "x-gzip;q=0, *", "*;q=0, identity;q=0.1",
            "identity;q=1, *;q=0", "gzip;q=0.5, identity", "gzip;q=0.5, *;q=0.8", "gzip, gzip;q=0", "gzip;q=0, gzip",
            "gzip, x-gzip;q=0", "gzip;q=0.4, gzip;q=0.9, identity;q=0.5",
        ])
    func identity(value: String) { #expect(preferred([value]) == .identity) }

    @Test(
        "a malformed element is ignored",
        arguments: [
            "gzip;q=2", "gzip;q=1.001", "gzip;q=-1", "gzip;q=", "gzip;q", "gzip;", "gzip;level=1",
            "gzip;q=0.5;q=1", "gzip;q =1", "gzip;q= 1", "gzip deflate", "\"gzip\"",
            "gzi p", "gzip2", "gzi", "g\u{E9}zip", "**", "* *", "q=1",
        ])
    func malformed(value: String) {
        #expect(preferred([value]) == .identity)
        #expect(preferred([value + ", x-gzip"]) == .gzip)
    }

    @Test(
        "no coding is acceptable if all are excluded",
        arguments: ["identity;q=0", "*;q=0", "br, *;q=0", "gzip;q=0, *;q=0", "gzip;q=0, identity;q=0, gzip;x=1"])
    func nothing(value: String) { #expect(preferred([value]) == nil) }

    @Test("several fields are one list, no field is no preference")
    func fields() {
        #expect(preferred(["br", "gzip"]) == .gzip)
        #expect(preferred(["gzip", "identity;q=0", ""]) == .gzip)
        #expect(preferred(["gzip;q=0.5", "identity"]) == .identity)
        #expect(preferred([]) == .identity)
    }
}
