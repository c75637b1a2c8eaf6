package money

import (
	"bytes"

	"github.com/danielgtaylor/huma/v2"
)

// Rounded is an amount that a client has summed up, usually in binary floats. It takes any number
// of decimals and rounds to the cent. Use it only for amounts that are compared with an exact one.
type Rounded Cents

// Schema returns the amount's schema, without a limit of decimals.
func (Rounded) Schema(r huma.Registry) *huma.Schema {
	s := Cents(0).Schema(r)
	s.Extensions = nil
	return s
}

// UnmarshalJSON reads EUR and rounds to the cent. It returns an error for a text that is no number
// and for an amount above Max.
func (r *Rounded) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		return nil
	}
	v, err := parseCents(string(b), roundHalfAway)
	if err != nil {
		return err
	}
	*r = Rounded(v)
	return nil
}
