package notifications

import (
	"fmt"

	"orderd/platform/money"
)

// draft is the notification that an event has, before it is in any inbox.
type draft struct {
	kind     kind
	audience audience
	notice   noticeKind // of a draft to the staff, in place of an audience
	locale   string     // of a user whom the copy of users does not have yet
	data     ids
	params   params
}

// params fill the {placeholders} of a template, beside the ids. Money is formatted for the user's
// language.
type params map[string]any

// noDraft is for an event without a notification.
var noDraft = draft{audience: noOne}

// skipIf is the draft, or noDraft.
func (d draft) skipIf(skip bool) draft {
	if skip {
		return noDraft
	}
	return d
}

// text fills in the template of the draft's kind.
func (d draft) text(locale string) (text, error) {
	values := map[string]string{}
	for _, placeholders := range []map[string]any{d.data, d.params} {
		for name, value := range placeholders {
			if amount, ok := value.(money.Cents); ok {
				value = amount.Format(locale)
			}
			values[name] = fmt.Sprint(value)
		}
	}
	return textOf(d.kind, locale, values)
}
