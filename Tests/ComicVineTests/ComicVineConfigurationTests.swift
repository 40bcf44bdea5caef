import Testing

@testable import ComicVine

@Suite struct ComicVineConfigurationTests {
    @Test func theKeyIsNeitherPrintedNorReflected() throws {
        let configuration = try ComicVineConfiguration(key: "0123456789abcdef")
        #expect(!"\(configuration)".contains("0123"))
        #expect(!String(reflecting: configuration).contains("0123"))
    }

    @Test func aBaseURLHasNoFinalSlashAndNoQuery() throws {
        #expect(try ComicVineConfiguration(baseURL: "http://proxy:8/api/", key: "k").baseURL == "http://proxy:8/api")
        #expect(throws: ComicVineConfiguration.InvalidURL.self) {
            try ComicVineConfiguration(baseURL: "http://proxy/api?x=1", key: "k")
        }
    }
}
