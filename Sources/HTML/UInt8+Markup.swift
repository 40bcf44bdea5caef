extension UInt8 {
    /// True for HTML's whitespace: tab, line feed, form feed, carriage return and space.
    var isMarkupSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 || self == 0x0C }
}
