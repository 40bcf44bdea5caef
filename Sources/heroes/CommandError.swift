/// A sentence for whoever started the program: what is wrong, and what to do.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
