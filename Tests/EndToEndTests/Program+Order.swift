import Testing

extension Program {
    /// Asks the program to end and expects it to do so in order; its own last words tell why it did not.
    func endsInOrder() async {
        let status = await stop()
        guard status != 0 else { return }
        let (complaint, rest) = (await complaint(), await rest())
        Issue.record("ended with \(status): \(complaint) \(rest)")
    }
}
