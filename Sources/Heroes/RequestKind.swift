/// The kind of a request to a source, which decides on the calls that it may use.
package enum RequestKind: Sendable {
    /// A visitor waits for a page.
    case interactive
    /// A visitor waits for single heroes of a list of their own, such as an import; pages go first if calls are scarce.
    case lookup
    /// A visitor may want the answer soon; only the cache is asked.
    case prefetch
}
