package mnema

// Ptr returns a pointer to value, for the fields in which zero means something: SearchParams{Threshold: Ptr(0.0)} asks
// for results with a score of at least 0, no Threshold asks without one.
func Ptr[T any](value T) *T {
	return &value
}
