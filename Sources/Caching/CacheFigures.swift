/// What the cache has done since its start and how it stands, for whoever watches it; to read it waits for no call and
/// for no file.
package struct CacheFigures: Sendable, Equatable {
    /// Calls that have ended, by what they came to; a question counts once here however often it was tried.
    package var calls: [CallOutcome: Int] = [:]
    /// Calls under way now.
    package var callsUnderWay = 0
    /// Tries after the first one of a question.
    package var retries = 0
    package var breaker = BreakerState.closed
    /// Whether the source has asked to be left alone for now.
    package var isClosed = false
    /// How often the source has come to count as down.
    package var outages = 0
    package var questions = Questions()
    package var renewals = Renewals()
    package var memory = Space()
    /// Nil without a store.
    package var disk: Space?
    package var budget = Budget()
    /// Heroes known by having been met in any answer.
    package var known = Space()

    package var callCount: Int { calls.values.reduce(0, +) }

    /// The questions of pages by how they were answered; each is counted once, and together they are all.
    package struct Questions: Sendable, Equatable {
        /// By an answer that is remembered and fresh.
        package var fresh = 0
        /// By one that is due to be renewed, which is tried behind the asker's back.
        package var stale = 0
        /// By one that is due to be renewed and could not be, because the source fails.
        package var standingIn = 0
        /// By the memory that there is no such thing.
        package var absent = 0
        /// By a call that was made for this question.
        package var missed = 0
        /// By what the same question of somebody else was waiting for already.
        package var joined = 0
        /// Not at all: nothing was remembered, and it was not worth a call.
        package var unasked = 0
        /// Of the first three, those whose answer had to be read from disk.
        package var fromDisk = 0
    }

    /// Calls for answers that were given already, by what they came to.
    package struct Renewals: Sendable, Equatable {
        /// Those that brought an answer.
        package var succeeded = 0
        /// Of these, the ones that cost no body, because nothing had changed.
        package var confirmed = 0
        package var failed = 0
    }

    /// A place where answers are kept.
    package struct Space: Sendable, Equatable {
        /// An estimate in memory, whole blocks on disk.
        package var bytes = 0
        package var entries = 0
        /// Entries that had to go to make room.
        package var evictions = 0
    }

    /// The calls of today (UTC), tries after the first one included, of all processes that share the count as far as
    /// this one knows.
    package struct Budget: Sendable, Equatable {
        package var spent = 0
        /// Nil without a limit.
        package var left: Int?
        /// Of those left, the calls that only visitors of lists and heroes' pages get.
        package var reserve = 0
        /// Of those, the calls that only the front page gets.
        package var frontReserve = 0
    }
}

/// What a call came to.
package enum CallOutcome: String, CaseIterable, Sendable {
    case answered
    /// The version that was remembered still holds.
    case unchanged
    /// There is no such thing.
    case missing
    case timedOut = "timed_out"
    /// Not reached, or nothing that can be used.
    case broken
    /// The source takes no more calls for now.
    case refused
    /// The source has asked to be left alone.
    case closed
    case cancelled
}

extension CallOutcome {
    init(_ outcome: Cache.Told) {
        self =
            switch outcome {
            case .success(nil): .unchanged
            case .success(_?): .answered
            case .failure(.notFound): .missing
            case .failure(.timedOut): .timedOut
            case .failure(.broken), .failure(.unusable): .broken
            case .failure(.overBudget), .failure(.rationed): .refused
            case .failure(.closed): .closed
            case .failure(.cancelled), .failure(.unasked): .cancelled
            }
    }
}

/// How the source stands with the breaker.
package enum BreakerState: String, CaseIterable, Sendable {
    /// Every call is made.
    case closed
    /// The source counts as down.
    case open
    /// The same, and a call under way finds out whether it is back.
    case probing
}
