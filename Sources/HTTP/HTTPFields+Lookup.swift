import HTTPTypes

extension HTTPFields {
    /// The value of a field that HTTPTypes has no name for, by its lowercase name; several are joined by ", ".
    package func value(named name: String) -> String? {
        let values = lazy.filter { $0.name.canonicalName == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

extension Request {
    /// The value of the Host field: the host and, where it is not the scheme's own, the port that the client asks.
    package var host: String? { fields.value(named: "host") }
}
