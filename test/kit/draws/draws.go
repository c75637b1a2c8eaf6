// Package draws makes what rapid draws the same in every run of the tests, which import it for that
// alone. For others: go test … -rapid.seed 0. A failure prints its shrunken story and its seed.
package draws

import (
	"flag"

	_ "pgregory.net/rapid" // it declares the flag
)

func init() { _ = flag.Set("rapid.seed", "1") }
