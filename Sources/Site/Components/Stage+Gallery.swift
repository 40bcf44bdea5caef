import HTML
import Heroes

extension Stage {
    /// A hero as a card that comes back to the page it is on.
    func card(
        _ id: Hero.ID, _ name: String, _ thumbnail: Thumbnail?, back: Route, isFirst: Bool, _ visit: Visit
    ) -> HeroCardView {
        HeroCardView(
            id: id, name: name,
            portrait: PortraitView(thumbnail, at: .card, standIn: standIn, isUrgent: isFirst),
            heart: HeartView(hero: id, name: name, isOn: visit.keeps(id), back: back))
    }

    /// A number of heroes in words.
    func count(_ number: Int) -> String { number == 1 ? "1 hero" : "\(number.grouped) heroes" }
}
