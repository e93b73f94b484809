module github.com/mnema/mnema/sdks/go

go 1.25.0
