import Glibc

/// An IP address and port for socket calls.
struct SocketAddress {
    private var storage: sockaddr_storage
    private var length: socklen_t

    /// Returns nil if the host is no IP address.
    init?(host: String, port: UInt16) {
        storage = sockaddr_storage()
        length = 0
        var version4 = sockaddr_in()
        var version6 = sockaddr_in6()
        if inet_pton(AF_INET, host, &version4.sin_addr) == 1 {
            version4.sin_family = sa_family_t(AF_INET)
            version4.sin_port = port.bigEndian
            store(version4)
        } else if inet_pton(AF_INET6, host, &version6.sin6_addr) == 1 {
            version6.sin6_family = sa_family_t(AF_INET6)
            version6.sin6_port = port.bigEndian
            store(version6)
        } else {
            return nil
        }
    }

    /// Creates the address that a socket call fills in.
    init(filledBy call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Void) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
        }
        (self.storage, self.length) = (storage, length)
    }

    var family: Int32 { Int32(storage.ss_family) }

    var port: UInt16 {
        UInt16(bigEndian: family == AF_INET ? load(sockaddr_in.self).sin_port : load(sockaddr_in6.self).sin6_port)
    }

    /// The address without its port; an IPv4-mapped IPv6 address is printed as IPv4.
    var host: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
            let error = withPointer {
                getnameinfo($0, $1, text.baseAddress, socklen_t(NI_MAXHOST), nil, 0, NI_NUMERICHOST)
            }
            guard error == 0, let start = text.baseAddress else { return "" }
            let host = String(cString: start)
            return host.hasPrefix("::ffff:") && host.contains(".") ? String(host.dropFirst(7)) : host
        }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    private mutating func store<Address>(_ address: Address) {
        withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: Address.self) }
        length = socklen_t(MemoryLayout<Address>.size)
    }

    private func load<Address>(_ type: Address.Type) -> Address {
        withUnsafeBytes(of: storage) { $0.load(as: type) }
    }
}
