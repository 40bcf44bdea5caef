import Glibc
import Heroes

extension FileOperations {
    /// Makes the call, again where a signal interrupted it.
    func perform<Result: SignedInteger>(
        _ call: Call, _ verdict: Verdict? = nil, _ body: () -> Result
    ) throws(FavouritesError) -> Result {
        switch attempt(call, verdict ?? intercept(call), body) {
        case .success(let result): return result
        case .failure(let errno): throw Self.fault(call, errno.code)
        }
    }

    /// Makes the call; nil where it fails with a tolerated errno.
    func perform<Result: SignedInteger>(
        _ call: Call, unless tolerated: Int32..., body: () -> Result
    ) throws(FavouritesError) -> Result? {
        switch attempt(call, intercept(call), body) {
        case .success(let result): return result
        case .failure(let errno) where tolerated.contains(errno.code): return nil
        case .failure(let errno): throw Self.fault(call, errno.code)
        }
    }

    static func fault(_ call: Call, _ code: Int32) -> FavouritesError {
        .unavailable("\(call): \(String(cString: strerror(code)))")
    }

    private struct Errno: Error {
        let code: Int32
    }

    private func attempt<Result: SignedInteger>(
        _ call: Call, _ verdict: Verdict, _ body: () -> Result
    ) -> Swift.Result<Result, Errno> {
        if case .fail(let code) = verdict { return .failure(Errno(code: code)) }
        while true {
            let result = body()
            if result >= 0, case .failAfter(let code) = verdict { return .failure(Errno(code: code)) }
            if result >= 0 { return .success(result) }
            let code = errno
            if code == EINTR, !call.isSync { continue }
            return .failure(Errno(code: code))
        }
    }
}

extension FileOperations.Call {
    /// A failed sync stays failed: the kernel may have dropped what it could not write, and would say success next.
    fileprivate var isSync: Bool {
        if case .sync = self { true } else { false }
    }
}
