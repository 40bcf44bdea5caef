/// The program's version.
enum Version {
    static let text = "1.0.0"
}
