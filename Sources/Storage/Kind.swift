import Glibc

/// What a name stands for.
enum Kind {
    case file, folder, other

    init(_ status: stat) {
        self =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
    }
}
