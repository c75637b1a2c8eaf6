package convert

// Strings returns the values as strings, for the method Values of a type that is a closed set.
func Strings[T ~string](values ...T) []string {
	return All(values, func(v T) string { return string(v) })
}
