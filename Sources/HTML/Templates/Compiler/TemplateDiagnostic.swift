/// The reason for rejecting a part of a template; the catcher adds the location.
struct TemplateDiagnostic: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

extension SourceLocation {
    /// Runs the body and reports its diagnostic at the offset.
    func at<Result>(
        _ offset: Int, _ body: () throws(TemplateDiagnostic) -> Result
    ) throws(TemplateError.Problem) -> Result {
        do {
            return try body()
        } catch {
            throw source.problem(at: offset, error.message)
        }
    }
}
