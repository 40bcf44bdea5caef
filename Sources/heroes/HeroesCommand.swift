import ArgumentParser

/// The root command with its subcommands.
@main
struct HeroesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heroes",
        abstract: "A web site of Marvel heroes, and a Marvel-compatible API.",
        version: ProgramVersion.text,
        subcommands: [
            ServeCommand.self, GatewayCommand.self, ImportCommand.self, FavouritesCommand.self, SanitizeCommand.self,
        ])

    static func main() async {
        StandardStreams.reopenClosed()
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
            StandardErrorLog.finish()
        } catch {
            // The log is written before the error message.
            StandardErrorLog.finish()
            exit(withError: error)
        }
    }
}
