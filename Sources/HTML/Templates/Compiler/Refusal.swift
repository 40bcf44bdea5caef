/// Why something in a template cannot be accepted; where it stands is for the catcher to say.
struct Refusal: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

extension Place {
    /// Does what may be refused on behalf of a tag or text at the offset.
    func at<Result>(
        _ offset: Int, _ body: () throws(Refusal) -> Result
    ) throws(TemplateError.Problem) -> Result {
        do {
            return try body()
        } catch {
            throw source.problem(at: offset, error.message)
        }
    }
}
