package money

import "github.com/danielgtaylor/huma/v2"

// Sum is an amount that many others add up to, as reports answer it: it may be beyond Max. Requests
// have none.
type Sum Cents

// Schema returns the amount's schema, without a limit.
func (Sum) Schema(r huma.Registry) *huma.Schema {
	s := Cents(0).Schema(r)
	s.Minimum, s.Maximum = nil, nil
	return s
}

// MarshalJSON writes EUR.
func (s Sum) MarshalJSON() ([]byte, error) { return Cents(s).MarshalJSON() }
