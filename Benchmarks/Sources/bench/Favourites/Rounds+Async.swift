extension Rounds {
    /// The same for pieces that wait.
    func results<Result>(_ pieces: [() async throws -> Result]) async throws -> [[Result]] {
        var results = [[Result]](repeating: [], count: pieces.count)
        for round in 0..<count {
            for turn in pieces.indices {
                let index = (turn + round) % pieces.count
                results[index].append(try await pieces[index]())
            }
        }
        return results
    }
}
