extension String {
    /// Every byte that is not unreserved (RFC 3986 section 2.3) as a percent sign and two hexadecimal digits.
    var percentEncoded: String {
        percentEncoded { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                true
            default: false
            }
        }
    }

    /// Every byte but the plain ones as a percent sign and two hexadecimal digits.
    func percentEncoded(unless isPlain: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = utf8.flatMap { byte in
            isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
