package eventbus

import (
	"fmt"
	"testing"
)

func TestNewestOfKeys(t *testing.T) {
	t.Parallel()
	var messages []Message[placed]
	for i, key := range []string{"a", "b", "a", "c", "b", "a"} {
		messages = append(messages, Message[placed]{Key: key, Seq: int64(i)})
	}
	got := ""
	for _, m := range NewestOfKeys(messages) {
		got += fmt.Sprintf(" %s%d", m.Key, m.Seq)
	}
	if got != " a5 b4 c3" {
		t.Errorf("the newest are%s", got)
	}
}
