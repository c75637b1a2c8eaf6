package catalog

// listOf converts each; the list is never nil.
func listOf[A, B any](list []A, convert func(A) B) []B {
	converted := make([]B, len(list))
	for i, a := range list {
		converted[i] = convert(a)
	}
	return converted
}

func same[T any](v T) T { return v }
