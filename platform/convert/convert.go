// Package convert turns the rows of a query into what a client sees, an event carries or an export
// holds.
package convert

// All converts each item of a list, in their order. The new list is never nil, so that it is [] in
// JSON.
func All[A, B any](list []A, convert func(A) B) []B {
	converted := make([]B, len(list))
	for i, a := range list {
		converted[i] = convert(a)
	}
	return converted
}
