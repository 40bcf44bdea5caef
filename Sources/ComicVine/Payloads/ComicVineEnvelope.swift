import Heroes

/// The envelope of every response; the results of an error are an empty list.
struct ComicVineEnvelope<Results: Decodable>: Decodable {
    let code: Int?
    /// "OK", or the reason of an error.
    let error: String?
    /// The number of all results of a list, not only of its page.
    let total: Int?
    /// Nil if the results are absent, or of another shape.
    let results: Results?

    private enum Key: String, CodingKey {
        case error, results
        case code = "status_code"
        case total = "number_of_total_results"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        code = fields.tolerantInt(.code)
        error = fields.tolerantText(.error)
        total = fields.tolerantInt(.total)
        results = fields.tolerant(Results.self, .results)
    }
}
