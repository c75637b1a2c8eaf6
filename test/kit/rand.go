package kit

import (
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"sync"
	"testing"
)

var seed = flag.Uint64("seed", 1, "what the random values of tests are drawn from")

// seeded are the names of the tests that have logged the seed.
var seeded sync.Map

// Rand returns random numbers for a test, or for a part of it: the same ones in every run, whatever
// other tests draw. The flag -seed gives others; a test that fails logs it. Several goroutines may
// use them.
func Rand(t testing.TB, part ...string) *rand.Rand {
	t.Helper()
	if _, logged := seeded.LoadOrStore(t.Name(), true); !logged {
		t.Logf("-seed %d", *seed)
	}
	h := fnv.New64a()
	for _, name := range append([]string{t.Name()}, part...) {
		_, _ = h.Write([]byte(name + "\x00"))
	}
	return rand.New(&lockedSource{source: rand.NewPCG(*seed, h.Sum64())})
}

// lockedSource is a source for several goroutines. A rand.Rand has no state beside its source.
type lockedSource struct {
	mu     sync.Mutex
	source rand.Source
}

func (s *lockedSource) Uint64() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.source.Uint64()
}
