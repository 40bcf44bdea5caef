/// Returns the version that Package.swift passes to the compiler.
const char *_Nonnull heroes_version(void);
