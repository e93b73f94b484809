module github.com/mnema/mnema/examples/go

go 1.25.0

require github.com/mnema/mnema/sdks/go v0.0.0

replace github.com/mnema/mnema/sdks/go => ../../sdks/go
