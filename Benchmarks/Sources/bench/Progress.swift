import Foundation

/// Tells on standard error what goes on, since standard output is for the figures.
enum Progress {
    static func tell(_ text: String) { FileHandle.standardError.write(Data("bench: \(text)\n".utf8)) }
}
