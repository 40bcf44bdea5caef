import Foundation

/// Writes a line to standard output at once, for whoever or whatever waits for it.
func announce(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
