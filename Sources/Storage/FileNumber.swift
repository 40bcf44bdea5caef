import Glibc

/// Tells files apart, whatever becomes of their names.
struct FileNumber: Hashable, Sendable {
    let device: UInt
    let number: UInt

    init(device: UInt, number: UInt) { (self.device, self.number) = (device, number) }

    init(_ status: stat) {
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}
