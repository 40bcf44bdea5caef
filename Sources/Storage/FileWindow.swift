import Glibc
import Synchronization

/// A place in memory that shows the beginning of a file, and through which it is written without a system call. Where
/// the file is cut short it shows zeros, at which the process would be killed otherwise (SIGBUS, mmap(2)): so what a
/// file begins with must not be zero if a write shall be known to have reached it.
final class FileWindow: Sendable {
    /// As many bytes of a file as are shown, in whole pages.
    static let size = max(32 * 1024, sysconf(Int32(_SC_PAGESIZE)))
    private static let windows = 1024

    private static let free = Locked(Array(0..<windows))
    /// Where the first window begins; 0 until there is one, for the handler of signals.
    private static let start = Atomic<UInt>(0)
    /// Whom a signal is for that has nothing to do with windows; written before the handler is in use.
    nonisolated(unsafe) private static var others = sigaction()

    private let number: Int
    private let place: UInt

    /// Nil where there is no room in memory, or no more than so many others have taken.
    init?() {
        guard let number = Self.free.withLock({ free in Self.prepare() ? free.popLast() : nil }) else { return nil }
        self.number = number
        place = Self.start.load(ordering: .relaxed) + UInt(number * Self.size)
    }

    deinit {
        close()
        Self.free.withLock { [number] in $0.append(number) }
    }

    /// Shows the file, unless it cannot be shown.
    func open(_ file: borrowing Descriptor) {
        // A file system that shows no files may say so only when what was there before is gone (mmap(2)), so it is asked
        // elsewhere first.
        let (size, access) = (Self.size, PROT_READ | PROT_WRITE)
        guard let trial = mmap(nil, size, access, MAP_SHARED, file.number, 0), trial != MAP_FAILED else {
            return close()
        }
        munmap(trial, size)
        let shown = mmap(
            UnsafeMutableRawPointer(bitPattern: place), size, access, MAP_SHARED | MAP_FIXED, file.number, 0)
        if shown == MAP_FAILED { close() }
    }

    /// Shows zeros.
    func close() { Self.showZeros(at: place) }

    /// What is shown.
    var bytes: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: place) }

    /// Whether what was written before has come to the file; where not, nothing will.
    var isShown: Bool {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        return bytes?.load(as: UInt8.self) != 0
    }

    /// Writes at that place of a file whose first byte is not zero; false where it is not shown there, or no longer. A
    /// write by a system call would do as well, but for all writers that wait for each other there.
    func write(_ new: [UInt8], at place: Int) -> Bool {
        guard let bytes, place + new.count <= Self.size else { return false }
        bytes.advanced(by: place).copyMemory(from: new, byteCount: new.count)
        if isShown { return true }
        close()
        return false
    }

    private static func showZeros(at address: UInt) {
        let kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED
        _ = mmap(UnsafeMutableRawPointer(bitPattern: address), size, PROT_READ | PROT_WRITE, kind, -1, 0)
    }

    /// Takes the memory for all windows and has faults within it end in zeros; only under the lock of `free`.
    private static func prepare() -> Bool {
        if start.load(ordering: .relaxed) != 0 { return true }
        let kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        let memory = mmap(nil, size * windows, PROT_READ | PROT_WRITE, kind, -1, 0)
        guard memory != MAP_FAILED, let memory else { return false }
        start.store(UInt(bitPattern: memory), ordering: .sequentiallyConsistent)
        sigaction(SIGBUS, nil, &others)
        var action = sigaction()
        action.sa_flags = SA_SIGINFO | SA_ONSTACK
        action.__sigaction_handler.sa_sigaction = { signal, information, _ in
            FileWindow.handle(signal, information.map { UInt(bitPattern: $0.pointee._sifields._sigfault.si_addr) })
        }
        return sigaction(SIGBUS, &action, nil) == 0
    }

    /// Runs within a signal: nothing here may allocate or lock.
    private static func handle(_ signal: Int32, _ address: UInt?) {
        let start = start.load(ordering: .relaxed)
        guard let address, start..<start + UInt(size * windows) ~= address else {
            // The same fault comes again, and then to whom it is for.
            sigaction(signal, &others, nil)
            return
        }
        showZeros(at: address - (address - start) % UInt(size))
    }
}
