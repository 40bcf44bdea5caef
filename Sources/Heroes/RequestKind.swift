/// The kind of a request to a source, which decides on its call quota.
package enum RequestKind: Sendable {
    /// A visitor waits for a page.
    case interactive
    /// A visitor waits for single heroes, as in an import; pages have priority if calls are scarce.
    case lookup
    /// A browser prefetches a page; served from the cache only.
    case prefetch
}
