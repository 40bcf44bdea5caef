import Testing

extension Program {
    /// Asks the program to end and expects it to do so in order; its own last words tell why it did not.
    func expectCleanExit() async {
        let status = await stop()
        guard status != 0 else { return }
        let (complaint, rest) = (await errorOutput(), await remainingOutput())
        Issue.record("ended with \(status): \(complaint) \(rest)")
    }
}
