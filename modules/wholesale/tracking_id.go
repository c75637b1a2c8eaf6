package wholesale

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"regexp"
)

// trackingIDForm is the form of a tracking id.
var trackingIDForm = regexp.MustCompile(`^WHS-[0-9]{14}$`)

// newTrackingID draws one of 10^14 ids, so that knowing some is no help in guessing another.
func newTrackingID() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(100_000_000_000_000))
	if err != nil {
		return "", fmt.Errorf("wholesale: draw a tracking id: %w", err)
	}
	return fmt.Sprintf("WHS-%014d", n), nil
}
