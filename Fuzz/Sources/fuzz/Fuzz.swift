@testable import Server

/// Called by libFuzzer with one input after the other, under the name that it expects.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = Reading(of: bytes, piece: bytes.count)
    whole.check()
    // The first byte decides how the same bytes are cut into pieces.
    let piece = bytes.first.map { Int($0 % 24) + 1 } ?? 1
    assert(Reading(of: bytes, piece: piece) == whole, "understood in two ways")
    return 0
}
