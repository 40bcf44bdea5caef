import Heroes

/// What can be asked of a source; equal questions have one answer.
enum Question: Hashable, Sendable {
    case heroes(HeroQuery)
    case hero(Hero.ID)
    case works(Section, of: Hero.ID, Window)
}
