import Basics
import FoundationEssentials
import HTTPTypes
import Testing

@testable import HTTP

@Suite struct ProblemTests {
    @Test("a problem is JSON with status, title and detail")
    func problem() {
        let response = Problem(status: .notFound, title: "No \"hero\"", detail: "Try\n<another>").response
        #expect(response.status == .notFound)
        #expect(response.fields[.contentType] == "application/problem+json")
        guard case .bytes(let bytes) = response.body else {
            Issue.record("the body is known at once")
            return
        }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"type":"about:blank","title":"No \"hero\"","status":404,"detail":"Try\n<another>"}"#)
    }

    @Test("a problem without detail has none")
    func withoutDetail() {
        let json = Problem(status: .badGateway, title: "Bad", type: "https://heroes.test/bad").json
        #expect(
            String(decoding: json, as: UTF8.self) == #"{"type":"https://heroes.test/bad","title":"Bad","status":502}"#)
    }
}
