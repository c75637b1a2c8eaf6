package storefront

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"time"

	"orderd/platform/clock"
)

// What one block of a theme may take. The largest of the shop's own, the filters of a long list,
// has some 100 kB in 10 000 steps.
const (
	mostBlockBytes = 1 << 20
	mostBlockSteps = 50_000
	mostBlockTime  = time.Second
	// longestText is what a function may return, in bytes: a text doubled forty times needs no
	// step.
	longestText = 16 << 10
	// longestRange is how far upTo counts.
	longestRange = 999
)

// errLimit is returned for a block that goes beyond a limit.
var errLimit = errors.New("storefront: a block of the theme goes beyond a limit")

var errLongText = fmt.Errorf("%w: a text has more than %d bytes", errLimit, longestText)

// limits is what a block is written to. It takes no more than a block may write, in no more steps
// and no more time; a step is a piece of text, the value of an action, or a round of a range
// (counted).
type limits struct {
	buffer bytes.Buffer
	steps  int
	clock  clock.Clock
	ends   time.Time
}

func newLimits(c clock.Clock) *limits { return &limits{clock: c, ends: c.Now().Add(mostBlockTime)} }

// Write takes a piece.
func (l *limits) Write(piece []byte) (int, error) {
	l.steps++
	switch {
	case l.buffer.Len()+len(piece) > mostBlockBytes:
		return 0, fmt.Errorf("%w: it has more than %d bytes", errLimit, mostBlockBytes)
	case l.steps > mostBlockSteps:
		return 0, fmt.Errorf("%w: it takes more than %d steps", errLimit, mostBlockSteps)
	case l.clock.Now().After(l.ends):
		return 0, fmt.Errorf("%w: it takes longer than %v", errLimit, mostBlockTime)
	}
	return l.buffer.Write(piece)
}

// limitedFunctions take the place of those functions that could make much of little.
func limitedFunctions(w words) template.FuncMap {
	return template.FuncMap{
		"print": func(values ...any) (string, error) { return limited(printed(values...)) },
		"t":     func(key string, pairs ...any) (string, error) { return w.sayWithin(longestText, key, pairs...) },
		"n": func(key string, n int, pairs ...any) (string, error) {
			return w.sayWithin(longestText, key+countForm(n), append(pairs, "n", n)...)
		},
		"upTo": func(n int) ([]int, error) {
			if n > longestRange {
				return nil, fmt.Errorf("%w: upTo counts to %d at most", errLimit, longestRange)
			}
			return upTo(max(n, 0)), nil
		},
	}
}

func limited(text string) (string, error) {
	if len(text) > longestText {
		return "", errLongText
	}
	return text, nil
}
