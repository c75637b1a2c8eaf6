package kit

import (
	"sync"
	"testing"
)

// AtOnce runs fn n times at once and counts what it returned.
func AtOnce[T comparable](n int, fn func(i int) T) map[T]int {
	var (
		mu      sync.Mutex
		results = map[T]int{}
		start   = make(chan struct{})
		wait    sync.WaitGroup
	)
	for i := range n {
		wait.Go(func() {
			<-start
			result := fn(i)
			mu.Lock()
			defer mu.Unlock()
			results[result]++
		})
	}
	close(start)
	wait.Wait()
	return results
}

// StatusesAtOnce makes n calls at once, Patiently, and counts the statuses of their answers.
func StatusesAtOnce(t testing.TB, n int, call func(i int) (Answer, error)) map[int]int {
	t.Helper()
	return AtOnce(n, func(i int) int {
		answer, err := Patiently(func() (Answer, error) { return call(i) })
		if err != nil {
			t.Error(err)
		}
		return answer.Status
	})
}
