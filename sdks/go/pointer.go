package mnema

// Ptr returns a pointer to value, for fields with a meaningful zero. SearchParams{Threshold: Ptr(0.0)} requires a score
// of at least 0; without Threshold there is no such limit.
func Ptr[T any](value T) *T {
	return &value
}
