package clock

import (
	"time"
	_ "time/tzdata" // which zones there are does not depend on the machine
)

// IsZone reports whether a text is the IANA name of a time zone. Go has two names of its own.
func IsZone(text string) bool {
	_, err := time.LoadLocation(text)
	return err == nil && text != "" && text != "Local"
}
