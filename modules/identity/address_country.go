package identity

import (
	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/postal"
)

// country is an ISO 3166-1 alpha-2 code of a request body.
type country string

// Schema is the list of the codes.
func (country) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, code := range postal.Countries() {
		s.Enum = append(s.Enum, code)
	}
	return s
}
