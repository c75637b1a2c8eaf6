package background

import "time"

// Pauses are the pauses after the first, second, … failure in a row. The last one repeats.
type Pauses []time.Duration

// After returns the pause after so many failures in a row. None counts as one.
func (p Pauses) After(failures int) time.Duration {
	return p[min(max(failures, 1), len(p))-1]
}
