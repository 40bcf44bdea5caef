import Glibc
import Synchronization

/// A place in memory that shows a file of marks. Where the file is cut short it shows zeros, at which the process would
/// be killed otherwise (SIGBUS, mmap(2)).
final class MarkWindow: Sendable {
    /// How many marks there are.
    static let count = 4096
    /// As many bytes as the marks have, in whole pages.
    private static let size = max(count * MemoryLayout<UInt64>.size, sysconf(Int32(_SC_PAGESIZE)))
    private static let windows = 256

    private static let free = Mutex(Array(0..<windows))
    /// Where the first window begins; 0 until there is one, for the handler of signals.
    private static let start = Atomic<UInt>(0)
    /// Whom a signal is for that has nothing to do with windows; written before the handler is in use.
    nonisolated(unsafe) private static var others = sigaction()

    private let number: Int
    private let address: UInt

    /// Nil where there is no room in memory, or no more than so many others have taken.
    init?() {
        guard let number = Self.free.withLock({ free in Self.prepare() ? free.popLast() : nil }) else { return nil }
        self.number = number
        address = Self.start.load(ordering: .relaxed) + UInt(number * Self.size)
    }

    deinit {
        close()
        Self.free.withLock { [number] in $0.append(number) }
    }

    /// Zero where nothing is shown.
    func mark(_ number: Int) -> UInt64 { marks?[number].load(ordering: .sequentiallyConsistent) ?? 0 }

    /// Sets the mark in the file, for all who see it; false where that is not shown, or no longer. A write to the file
    /// would do as well, but for all writers that wait for each other, and for the file system's journal, there.
    func set(_ mark: UInt64, _ number: Int) -> Bool {
        marks?[number].store(mark, ordering: .sequentiallyConsistent)
        if self.mark(Self.witness) != 0 { return true }
        close()
        return false
    }

    /// The mark that nobody sets: it is zero where the file is not shown, whatever has been written to the zeros.
    static let witness = 0

    /// Shows the file, unless it cannot be shown.
    func open(_ file: borrowing Descriptor) {
        let place = UnsafeMutableRawPointer(bitPattern: address)
        _ = mmap(place, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file.number, 0)
    }

    private var marks: UnsafeMutablePointer<Atomic<UInt64>>? { UnsafeMutablePointer(bitPattern: address) }

    /// Shows zeros.
    func close() { Self.showZeros(at: address) }

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
            MarkWindow.handle(signal, information.map { UInt(bitPattern: $0.pointee._sifields._sigfault.si_addr) })
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
