package backoffice

import "fmt"

// cursor is where a page ends, and the total as it was when the first page was read: the pages
// after it count nothing.
type cursor struct{ before, total int64 }

func (c cursor) String() string { return fmt.Sprintf("%d-%d", c.before, c.total) }

// parseCursor is false for a text that is not a cursor of this list.
func parseCursor(text string) (c cursor, ok bool) {
	if _, err := fmt.Sscanf(text, "%d-%d", &c.before, &c.total); err != nil {
		return cursor{}, false
	}
	return c, c.String() == text && c.before >= 1 && c.total >= 0
}
