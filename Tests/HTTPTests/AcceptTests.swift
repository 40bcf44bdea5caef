import HTTPTypes
import Testing

@testable import HTTP

@Suite struct AcceptTests {
    private func prefersJSON(_ values: [String]) -> Bool {
        var fields = HTTPFields()
        for value in values { fields.append(HTTPField(name: .accept, value: value)) }
        return Accept(Request(target: "/", fields: fields)).prefersJSON
    }

    @Test(
        "JSON is preferred if it has the higher weight",
        arguments: [
            "application/json", "Application/JSON", "application/problem+json", "application/json, text/html;q=0.9",
            "application/json, text/plain, */*", "text/html;q=0.1,application/*", "application/json;q=0.001",
            "text/html;q=0, */*", "application/json;charset=utf-8;q=0.5 , text/*;Q=0.4",
        ])
    func json(value: String) { #expect(prefersJSON([value])) }

    @Test(
        "otherwise HTML is preferred",
        arguments: [
            "", "*/*", "text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "application/json, text/html", "application/json;q=0", "application/json;q=0, */*", "image/*",
            "application/json;q=1.1", "application/json;q=x", "application/json;q=", "application/json;q=0.0001",
            "application", "application/", "/json", "application/json/x", "appli cation/json", "application/json;q=-1",
        ])
    func html(value: String) { #expect(!prefersJSON([value])) }

    @Test("several fields are one list, none is no preference")
    func fields() {
        #expect(prefersJSON(["text/html;q=0.5", "application/json"]))
        #expect(!prefersJSON([]))
    }
}
