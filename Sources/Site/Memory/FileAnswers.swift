import HTTP
import HTTPTypes

/// The answers with the files of `/static/`, by the addresses that pages have for them and by those without a version.
struct FileAnswers: Sendable {
    private var answers: [String: UnchangingResponse] = [:]

    /// What the renderer says of each file; none without it.
    init(_ renderer: Renderer?) {
        guard let renderer else { return }
        for name in renderer.theme.files.names {
            let address = renderer.theme.files.url(name)
            for target in [address, String(address.prefix { $0 != "?" })] {
                answers[target] = Self.answer(target) { renderer.file(name, $0) }
            }
        }
    }

    /// Nil where another file is meant, or the request takes a closer look.
    func promptly(_ head: RequestHead) -> PromptAnswer? {
        guard head.target.starts(with: "/static/".utf8),
            let response = answers[String(decoding: head.target, as: UTF8.self)]?.promptly(head)
        else { return nil }
        return PromptAnswer(response, route: Route.Name.file.rawValue)
    }

    private static func answer(_ target: String, of file: (Request) -> Response?) -> UnchangingResponse? {
        guard let plain = file(Request(target: target)) else { return nil }
        let coded = file(Request(target: target, fields: [.acceptEncoding: "gzip"]))
        return UnchangingResponse(plain, gzip: coded.flatMap { $0.fields[.contentEncoding] == nil ? nil : $0 })
    }
}
