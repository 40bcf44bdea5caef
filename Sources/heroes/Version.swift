/// What is running.
enum Version {
    static let text = "1.0.0"
}
