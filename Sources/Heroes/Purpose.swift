/// What a question is asked for, which decides what it may cost.
package enum Purpose: Sendable {
    /// Somebody waits for the answer.
    case visit
    /// Somebody may want the answer soon, so only what is remembered is given.
    case prefetch
}
