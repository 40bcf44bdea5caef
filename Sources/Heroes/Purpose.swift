/// The purpose of a question, which decides on its cost.
package enum Purpose: Sendable {
    /// A visitor waits for a page.
    case visit
    /// A visitor waits for single heroes of a list of their own, such as an import; pages go first if calls are scarce.
    case lookup
    /// A visitor may want the answer soon; only the cache is asked.
    case prefetch
}
