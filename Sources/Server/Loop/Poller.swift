import Basics
import CEpoll
import Glibc

/// Waits for events of many sockets; the only type that uses epoll.
final class Poller: Sendable {
    /// The events to wait for; the end of a connection is always reported.
    struct Interest: OptionSet, Equatable {
        let rawValue: UInt32
        static let reading = Interest(rawValue: EPOLLIN.rawValue)
        static let writing = Interest(rawValue: EPOLLOUT.rawValue)
    }

    struct Event {
        let key: UInt64
        let isReadable: Bool
        /// True if both directions have ended or the connection failed.
        let isHangup: Bool

        init(_ event: epoll_event) {
            key = event.data.u64
            isReadable = event.events & EPOLLIN.rawValue != 0
            isHangup = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
        }
    }

    private static let wakeKey = UInt64.max
    private static let batchSize = 256
    private let descriptor: Int32
    private let wakeup: Int32

    init() throws(SystemError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError("epoll_create1") }
        wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeup >= 0 else {
            let error = SystemError("eventfd")
            close(descriptor)
            throw error
        }
        do throws(SystemError) {
            try add(wakeup, key: Self.wakeKey, .reading)
        } catch {
            close(wakeup)
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(wakeup)
        close(descriptor)
    }

    func add(_ socket: Int32, key: UInt64, _ interest: Interest) throws(SystemError) {
        try control(EPOLL_CTL_ADD, socket, key, interest)
    }

    func change(_ socket: Int32, key: UInt64, _ interest: Interest) throws(SystemError) {
        try control(EPOLL_CTL_MOD, socket, key, interest)
    }

    /// Ends the events of a socket. Closing it is not enough if another process has it, too (epoll(7)).
    func remove(_ socket: Int32) { _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil) }

    /// Makes `wait` return; any thread may call it.
    func wake() { eventfd_write(wakeup, 1) }

    /// The buffer of the events that `wait` returns.
    struct Events {
        fileprivate var buffer = [epoll_event](repeating: epoll_event(), count: Poller.batchSize)
        fileprivate(set) var count = 0

        /// Returns nil if the event only woke the poller.
        subscript(index: Int) -> Event? {
            let event = buffer[index]
            return event.data.u64 == Poller.wakeKey ? nil : Event(event)
        }
    }

    /// Waits until events occur or the time is over (milliseconds; -1 is without limit), and stores the events.
    func wait(milliseconds: Int32, into events: inout Events) {
        let count = events.buffer.withUnsafeMutableBufferPointer { buffer in
            epoll_wait(descriptor, buffer.baseAddress, Int32(buffer.count), milliseconds)
        }
        events.count = max(0, Int(count))
        guard events.buffer[..<events.count].contains(where: { $0.data.u64 == Self.wakeKey }) else { return }
        var value = eventfd_t()
        eventfd_read(wakeup, &value)
    }

    private func control(
        _ operation: Int32, _ socket: Int32, _ key: UInt64, _ interest: Interest
    ) throws(SystemError) {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = key
        guard epoll_ctl(descriptor, operation, socket, &event) == 0 else { throw SystemError("epoll_ctl") }
    }
}
