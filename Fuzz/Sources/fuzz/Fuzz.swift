@testable import Server

/// Parses one input of libFuzzer; the name is the one that libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let complete = ParseResult(of: bytes, piece: bytes.count)
    complete.check()
    // The first byte selects the length of the pieces.
    let piece = bytes.first.map { Int($0 % 24) + 1 } ?? 1
    assert(ParseResult(of: bytes, piece: piece) == complete, "parsed in two ways")
    return 0
}
