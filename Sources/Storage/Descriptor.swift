import Glibc

/// An open file or folder, closed when it goes out of use.
struct Descriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    // Nothing is lost by an error here: what has to be on the disk was synced before.
    deinit { _ = close(number) }
}
