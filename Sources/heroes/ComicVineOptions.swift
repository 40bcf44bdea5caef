import ArgumentParser
import ComicVine

/// The options for Comic Vine as the source of heroes.
struct ComicVineOptions: ParsableArguments {
    @Option(help: .advanced("The URL of Comic Vine's API, or of a caching proxy of your own."))
    var comicvineURL = ComicVineConfiguration.api

    @Option(
        parsing: .unconditional,
        help: .advanced("Comic Vine: the number of comics from which a hero is shown in lists; searches find all."))
    var leastAppearances = 10

    @Option(
        parsing: .unconditional,
        help: .advanced("Comic Vine: calls per hour and path; a third of them is reserved for visitors."))
    var hourlyBudget = 180

    @Flag(
        help: .advanced("Comic Vine: read the issues of all story arcs, one call in 30 s, for exact lists of events."))
    var crawlArcs = false

    func validate() throws {
        guard leastAppearances >= 0 else { throw ValidationError("--least-appearances must be 0 or more.") }
        guard (3...200).contains(hourlyBudget) else {
            throw ValidationError("--hourly-budget must be from 3 to 200, which Comic Vine allows per hour and path.")
        }
    }
}
