/// What is running.
enum Version {
    static let text = "1.0.0"

    /// The compiler's language.
    static let swift = "6"
}
