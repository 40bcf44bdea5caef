/// What a work of art stands for, which decides its form.
package enum ArtKind: String, Sendable, CaseIterable {
    /// A poster.
    case character
    /// A cover with a masthead.
    case comic
    /// A motif that dwarfs its frame.
    case event
    /// A stack of covers.
    case series
}
