package background

import (
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// Claim returns the columns of a row that a worker claims until the end of its lease, for Updates.
// All rows of one UPDATE have one claim.
func Claim(end time.Time) map[string]any {
	return map[string]any{"claim": id.New(), "due_at": end, "attempts": gorm.Expr("attempts + 1")}
}

// SaveClaimed writes the outcomes of attempts and ends their claims, in one statement. Each row has
// the claim of its attempt; one that is no longer under it stays as it is. It writes status, due_at
// and the columns, of which one may be an assignment as in database.UpdateRows. It returns the rows
// that it has written, with their keys and these columns.
func SaveClaimed[M any](tx *gorm.DB, rows []M, columns ...string) (saved []M, err error) {
	given, set := []string{"claim"}, []string{"claim = NULL"}
	for _, column := range append([]string{"status", "due_at"}, columns...) {
		name, value, assigned := strings.Cut(column, " = ")
		if !assigned {
			value = "given." + name
		}
		given, set = append(given, name), append(set, name+" = "+value)
	}
	return database.UpdateRows(tx, rows, given, strings.Join(set, ", "), "stored.claim = given.claim")
}
