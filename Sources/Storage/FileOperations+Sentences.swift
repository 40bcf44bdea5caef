extension FileOperations.Call: CustomStringConvertible {
    /// What it means that the call failed, for whoever runs the site to read in a log.
    var description: String {
        switch self {
        case .makeFolder(let name), .create(let name): "\(name) cannot be made"
        case .removeFolder(let name), .remove(let name): "\(name) cannot be removed"
        case .openFolder(let name), .open(let name), .openAtOnce(let name): "\(name) cannot be opened"
        case .checkWritable(let name): "\(name) cannot be written in"
        case .reuse(let name): "\(name) cannot be opened for writing"
        case .status(let name), .kind(let name): "\(name) cannot be looked at"
        case .sync(let name): "\(name) cannot be brought to the disk"
        case .rename(let name, let other): "\(name) cannot become \(other)"
        case .exchange(let name, let other): "\(name) and \(other) cannot change names"
        case .read, .readAtOnce: "a file cannot be read"
        case .write: "a file cannot be written"
        case .truncate: "a file cannot be cut to its length"
        case .setTime: "a file's time cannot be set"
        case .openLock: "the lock cannot be opened"
        case .lock: "nothing can be locked"
        case .createNotes: "the notes of writes cannot be made"
        case .ownNotes: "the notes of writes cannot be locked"
        case .note: "the notes of writes cannot be written"
        case .openMarks: "the marks of changes cannot be opened"
        case .mark: "the marks of changes cannot be set"
        }
    }
}
