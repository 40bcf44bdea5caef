import Testing

extension Program {
    /// Stops the program and expects status 0; reports its output otherwise.
    func expectCleanExit() async {
        let status = await stop()
        guard status != 0 else { return }
        let (errors, output) = (await errorOutput(), await remainingOutput())
        Issue.record("ended with \(status): \(errors) \(output)")
    }
}
