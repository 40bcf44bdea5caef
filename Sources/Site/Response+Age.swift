import HTTP
import HTTPTypes
import Heroes

extension Response {
    /// The page with the age of the oldest answer on it (RFC 9111 section 5.1), where one is remembered.
    func aged(_ seconds: Int?) -> Response {
        guard let seconds, seconds > 0 else { return self }
        var response = self
        response.fields[.age] = String(seconds)
        return response
    }
}

extension Result where Failure == HeroError {
    /// What the answer tells, if there is one: failures have no age.
    func told<Value>(_ value: (Success) -> Value) -> Value? {
        if case .success(let success) = self { value(success) } else { nil }
    }
}
