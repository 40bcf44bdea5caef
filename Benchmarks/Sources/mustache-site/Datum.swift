/// A value of JSON, as swift-mustache takes it.
enum Datum: Decodable, Sendable {
    case text(String)
    case number(Int)
    case truth(Bool)
    case list([Datum])
    case fields([String: Datum])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each kind refuses what is of another.
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let list = try? container.decode([Datum].self) {
            self = .list(list)
        } else {
            self = .fields(try container.decode([String: Datum].self))
        }
    }

    var value: Any {
        switch self {
        case .text(let text): text
        case .number(let number): number
        case .truth(let truth): truth
        case .list(let list): list.map(\.value)
        case .fields(let fields): fields.mapValues(\.value)
        }
    }
}
