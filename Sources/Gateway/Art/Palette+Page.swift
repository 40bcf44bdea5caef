extension Palette {
    /// The livelier of ground and accent, for the page around a picture.
    var lively: Colour { accent.chroma * 1.25 >= ground.chroma ? accent : ground }
}
