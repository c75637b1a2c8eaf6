package backoffice

import (
	"fmt"

	"orderd/platform/fault"
)

// cursor is where a page ends, and the total as it was when the first page was read: the pages
// after it count nothing.
type cursor struct{ before, total int64 }

func (c cursor) String() string { return fmt.Sprintf("%d-%d", c.before, c.total) }

// parseCursor returns fault.ValidationFailed for a text that is not a cursor of this list.
func parseCursor(text string) (c cursor, err error) {
	if _, err := fmt.Sscanf(text, "%d-%d", &c.before, &c.total); err != nil || c.String() != text || c.before < 1 || c.total < 0 {
		return cursor{}, fault.Invalid(fault.Field{Pointer: "?cursor", Code: fault.BadFormat, Detail: "is not a cursor of this list"})
	}
	return c, nil
}
