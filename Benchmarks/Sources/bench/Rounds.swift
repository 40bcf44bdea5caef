/// Measuring in rounds: each piece once a round, and by turns first.
struct Rounds {
    let count: Int

    /// The results of each piece, in the order of the rounds.
    func results<Result>(_ pieces: [() throws -> Result]) throws -> [[Result]] {
        var results = [[Result]](repeating: [], count: pieces.count)
        for round in 0..<count {
            for turn in pieces.indices {
                let index = (turn + round) % pieces.count
                results[index].append(try pieces[index]())
            }
        }
        return results
    }
}
