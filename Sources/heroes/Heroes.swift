@main
struct HeroesCommand {
    static func main() {}
}
