/// The design of the ground behind the motif.
enum Layout: String, Sendable, CaseIterable {
    case burst, halo, stripes, diagonal, split, rings, grid, night, horizon, tiles, waves, corner
}
