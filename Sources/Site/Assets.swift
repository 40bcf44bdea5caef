import HTML
import HTTP

/// The templates and the static files.
package struct Assets: Sendable {
    let templates: Templates
    let files: StaticFiles

    /// Reads both folders, blocking. Throws if one cannot be read or a template does not match its view.
    package init(templates: String, files: String) throws {
        self.templates = try Templates(folder: templates, views: Site.views)
        self.files = try StaticFiles(folder: files, fields: SecurityFields.file)
    }
}
