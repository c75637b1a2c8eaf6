package ordering

import (
	"strings"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// containing restricts a query to rows whose column, in lower case, contains the text in any case. A blank text does not restrict.
func containing(q *gorm.DB, column, text string) *gorm.DB {
	if text = strings.ToLower(strings.TrimSpace(text)); text == "" {
		return q
	}
	return q.Where(database.Contains(column, text))
}

// orNull is nil for "", which no uuid column compares with.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// validOrNull is nil for what is no id.
func validOrNull(s string) *string {
	if !id.Valid(s) {
		return nil
	}
	return &s
}

// listOf converts a list; the new one is never nil.
func listOf[A, B any](list []A, convert func(A) B) []B {
	converted := make([]B, len(list))
	for i, a := range list {
		converted[i] = convert(a)
	}
	return converted
}

// text is "" for nil.
func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
