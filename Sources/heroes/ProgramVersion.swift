/// The program's version.
enum ProgramVersion {
    static let text = "1.0.0"
}
