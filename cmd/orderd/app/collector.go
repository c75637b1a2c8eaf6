package app

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// heapHeadroom is by how much a small heap grows between two garbage collections. The service
	// needs some 20 MiB: Go's rule, that a heap doubles, collects them several times a second at
	// load.
	heapHeadroom = 64 << 20
	// maxCollectPercent bounds the percentage of a heap that is nearly empty.
	maxCollectPercent = 1000
)

// collectLessOften gives a small heap its headroom, after each collection anew, unless the
// environment says when to collect.
func collectLessOften() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	// What Go takes the percentage of.
	parts := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"},
		{Name: "/gc/scan/globals:bytes"}}
	afterEachCollection(func() {
		metrics.Read(parts)
		var live uint64
		for _, p := range parts {
			live += p.Value.Uint64()
		}
		debug.SetGCPercent(collectPercent(live))
	})
}

// collectPercent is by what part of its live bytes a heap grows until it is collected. A heap above
// heapHeadroom doubles, as by Go's rule: crowds of clients cost no more memory than with it.
func collectPercent(live uint64) int {
	return int(min(max(heapHeadroom*100/max(live, 1), 100), maxCollectPercent))
}

// afterEachCollection calls do, one call at a time: when a collection has found an object that
// nothing refers to, do is called and the next object is made.
func afterEachCollection(do func()) {
	unused := new([64]byte)
	runtime.AddCleanup(unused, func(do func()) {
		do()
		afterEachCollection(do)
	}, do)
}
