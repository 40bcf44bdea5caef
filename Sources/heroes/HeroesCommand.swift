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
        await main(nil)
    }
}
