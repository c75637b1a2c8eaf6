package events

import (
	"testing"

	"orderd/platform/id"
)

func TestRecipientID(t *testing.T) {
	t.Parallel()
	user := id.New()
	grace := RecipientID(user, "Grace Hopper", "+1 555-0100")
	if !id.Valid(grace) {
		t.Errorf("%q is no id", grace)
	}
	for _, same := range [][2]string{{"grace  hopper", "+15550100"}, {" Grace-Hopper. ", "1 (555) 0100"}} {
		if RecipientID(user, same[0], same[1]) != grace {
			t.Errorf("%q has another id", same)
		}
	}
	for _, other := range [][3]string{
		{id.New(), "Grace Hopper", "+1 555-0100"}, {user, "Grace Hoper", "+1 555-0100"}, {user, "Grace Hopper", "+1 555-0101"},
		{user, "Grace Hopper 1", "555-0100"},
	} {
		if RecipientID(other[0], other[1], other[2]) == grace {
			t.Errorf("%q is the same", other)
		}
	}
}
