import ArgumentParser

/// A folder of favourites, or the connection string of a database. It may contain a password.
struct StoreAddress: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    /// True for a URL or `key=value` pairs, as in libpq, unless it begins like a path.
    var isDatabase: Bool {
        !text.hasPrefix("/") && !text.hasPrefix(".") && (text.contains("://") || text.contains("="))
    }
}
