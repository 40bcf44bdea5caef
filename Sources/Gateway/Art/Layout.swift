/// How the ground behind the motif is divided.
enum Layout: String, Sendable, CaseIterable {
    case burst, halo, stripes, diagonal, split, rings, grid, night, horizon, tiles, waves, corner
}
