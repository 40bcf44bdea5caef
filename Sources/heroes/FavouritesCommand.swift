import ArgumentParser

/// `heroes favourites`: work on stored favourites.
struct FavouritesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourites", abstract: "Work on stored favourites.", subcommands: [FavouritesCopyCommand.self])
}
