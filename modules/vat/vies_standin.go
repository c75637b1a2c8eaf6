package vat

import (
	"context"
	"errors"
	"strings"
)

// standIn answers in place of VIES in dev mode: an id that ends in 000 is invalid, one that ends in
// 999 gets no answer, and all others are valid.
type standIn struct{}

func (standIn) ask(_ context.Context, number, requester string) (answer, error) {
	switch {
	case strings.HasSuffix(number, "999"):
		return answer{}, errors.New("the stand-in of VIES does not answer about ids that end in 999")
	case strings.HasSuffix(number, "000"):
		return answer{}, nil
	}
	a := answer{Valid: true, Name: new("Stand-in " + number), Address: new("Example Street 1\n12345 Example")}
	if requester != "" {
		a.ConsultationNumber = new("STANDIN-" + number)
	}
	return a, nil
}
