extension Layout {
    /// Draws the ground and returns the colour the motif stands on.
    func draw(on stage: inout Stage) -> Colour {
        switch self {
        case .burst: Self.burst(on: &stage)
        case .halo: Self.halo(on: &stage)
        case .stripes: Self.stripes(on: &stage)
        case .diagonal: Self.diagonal(on: &stage)
        case .split: Self.split(on: &stage)
        case .rings: Self.rings(on: &stage)
        case .grid: Self.grid(on: &stage)
        case .night: Self.night(on: &stage)
        case .horizon: Self.horizon(on: &stage)
        case .tiles: Self.tiles(on: &stage)
        case .waves: Self.waves(on: &stage)
        case .corner: Self.corner(on: &stage)
        }
    }
}
