import HTTPTypes

extension HTTPFields {
    /// Returns the value of a field without a name in HTTPTypes, by its lowercase name; several are joined by ", ".
    package func value(named name: String) -> String? {
        let values = lazy.filter { $0.name.canonicalName == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

extension Request {
    /// The value of the Host field: the host and, unless it is the scheme's default, the port.
    package var host: String? { fields.value(named: "host") }
}
