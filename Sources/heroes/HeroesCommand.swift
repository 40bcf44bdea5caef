import ArgumentParser

/// The program: one subcommand for each thing it does.
@main
struct HeroesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heroes",
        abstract: "Browse Marvel heroes and keep favourites; and the API that they come from.",
        version: Version.text,
        subcommands: [ServeCommand.self, GatewayCommand.self, ImportCommand.self, SanitizeCommand.self])

    static func main() async {
        StandardStreams.secure()
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
            StandardErrorLog.finish()
        } catch {
            // What it said before comes before the reason of its end.
            StandardErrorLog.finish()
            exit(withError: error)
        }
    }
}
