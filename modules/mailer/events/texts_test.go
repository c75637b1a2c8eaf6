package events_test

import (
	"slices"
	"testing"

	"orderd/modules/mailer/events"
)

// A shop chooses the words of all mails but those about the accounts and tools of its staff.
func TestTextKinds(t *testing.T) {
	t.Parallel()
	kinds := events.TextKind("").Values()
	for _, kind := range events.MailKind("").Values() {
		ofStaff := kind == "staff_invitation" || kind == "second_factor_changed" || kind == "webhook_disabled"
		if slices.Contains(kinds, kind) == ofStaff {
			t.Errorf("%s: chosen by the shop: %t", kind, !ofStaff)
		}
	}
}

func TestPlaceholders(t *testing.T) {
	t.Parallel()
	for kind, want := range map[events.TextKind]string{
		"registration_code": "{shop}, {name}", "staff_notices": "{shop}, {name}",
		"order_lookup": "{shop}, {name}, {number}, {total}, {link}", "return_received": "{shop}, {name}, {number}, {total}, {link}",
		"order_placed":        "{shop}, {name}, {number}, {total}, {link}, {dueAt}",
		"order_shipped":       "{shop}, {name}, {number}, {total}, {link}, {carrier}, {tracking}",
		"order_refunded":      "{shop}, {name}, {number}, {total}, {link}, {amount}",
		"withdrawal_received": "{shop}, {name}, {number}", "withdrawal_contested": "{shop}, {name}, {number}",
	} {
		if got := kind.PlaceholderList(); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
}

// Letters in braces are a placeholder, in their case; whatever else stands in braces is text.
func TestUnknownPlaceholders(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "no place": "", "{shop}, {number}": "", "{colour}": "{colour}", "{Shop}": "{Shop}", "{shop} {größe} {x}": "{größe}",
		"{carrier}": "{carrier}", "{}": "", "{1}": "", "{a b}": "", "{order_id}": "", "{{shop}}": "", "{{colour}}": "{colour}", "{shop": "",
		"{na\nme}": "",
	} {
		if got := events.TextKind("order_paid").UnknownIn(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
