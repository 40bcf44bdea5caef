import Foundation
import HTTP
import HTTPTypes
import Server

extension RequestGate.Limits {
    /// The limits of pages and calls whose cost is this machine's: two or three requests keep all processors busy.
    static var local: Self {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return Self(running: 4 * processors, runningPerNetwork: max(2, processors))
    }

    /// The limits of pages that wait for a remote source, most of the time without a processor.
    static let remote = Self(running: 64, runningPerNetwork: 8)
}

extension RequestGate {
    /// Creates the gate of a site or a gateway for the requests that `concerns` returns true for. Clients of one network
    /// are distinguished by `visitor`, or else by address.
    convenience init(
        _ limits: Limits, behind proxies: [AddressRange] = [],
        concerns: @escaping @Sendable (Request) -> Bool = { _ in true },
        visitor: @escaping @Sendable (Request) -> [UInt8]? = { _ in nil }
    ) {
        self.init(limits) { request in
            guard concerns(request) else { return nil }
            let client = request.client(behind: proxies)
            let address = client?.text ?? request.peer
            return Client(
                address: address, network: client?.network ?? [], visitor: visitor(request) ?? Array(address.utf8))
        }
    }
}
