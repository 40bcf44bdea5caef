extension CoverCanvas {
    /// Draws the ground and returns the colour behind the motif.
    mutating func draw(_ layout: Layout) -> Colour {
        switch layout {
        case .burst: drawBurst()
        case .halo: drawHalo()
        case .stripes: drawStripes()
        case .diagonal: drawDiagonal()
        case .split: drawSplit()
        case .rings: drawRings()
        case .grid: drawGrid()
        case .night: drawNight()
        case .horizon: drawHorizon()
        case .tiles: drawTiles()
        case .waves: drawWaves()
        case .corner: drawCorner()
        }
    }
}
