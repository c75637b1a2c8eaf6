package eventbus

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"orderd/test/kit"
)

// All waiting requests of a process share one query, and there is at most one every checkInterval.
func TestWaitersShareOneCheck(t *testing.T) {
	t.Parallel()
	b := newBarrier()
	now := time.Now()
	for i := range 3 {
		b.add(fmt.Sprint(i), []deliveryRef{{Consumer: "list.orders", Seq: int64(i)}}, now)
	}
	if b.beginCheck() != nil {
		t.Error("a look although no request waits")
	}
	first, second := b.join("0"), b.join("1")
	keys := b.beginCheck()
	if slices.Sort(keys); !slices.Equal(keys, []string{"0", "1"}) {
		t.Errorf("a look at %v", keys)
	}
	if b.beginCheck() != nil {
		t.Error("two looks at once")
	}
	b.endCheck(keys, []string{"1"})
	select {
	case <-first:
	default:
		t.Error("nothing is pending, and the request still waits")
	}
	select {
	case <-second:
		t.Error("the request was let go while something was pending")
	default:
	}
	if b.beginCheck() != nil {
		t.Error("two looks one right after the other")
	}
	kit.Eventually(t, "the next look", func() error {
		if b.beginCheck() == nil {
			return errors.New("not yet")
		}
		return nil
	})
}
