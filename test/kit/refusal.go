package kit

import (
	"database/sql"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// RequireRefused runs statements that a table is to refuse, each in a transaction that it rolls
// back. A row has the name of the constraint that refuses it, or what the trigger says, and the
// statement: another constraint beside it would hide that this one is gone. SQLite names no keys,
// so that there any key of that kind will do.
func RequireRefused(t testing.TB, db *gorm.DB, rows [][2]string) {
	t.Helper()
	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		by, statement := r[0], r[1]
		err := attempt(t, pool, statement)
		// A lock of whole tables may meet a job of the module: PostgreSQL ends one of the two.
		for range 5 {
			if err == nil || !strings.Contains(err.Error(), "40P01") {
				break
			}
			err = attempt(t, pool, statement)
		}
		if err == nil || !strings.Contains(err.Error(), refusal(database.Dialect(db), by)) {
			t.Errorf("%s: %v, want it refused by %s", statement, err, by)
		}
	}
}

// attempt runs a statement in a transaction that it rolls back, and returns why it was refused.
func attempt(t testing.TB, pool *sql.DB, statement string) error {
	t.Helper()
	tx, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = tx.ExecContext(t.Context(), statement)
	if rollbackErr := tx.Rollback(); rollbackErr != nil {
		t.Fatal(rollbackErr)
	}
	return err
}

// refusal is a part of the error of what refuses a statement.
func refusal(dialect, by string) string {
	if dialect == database.SQLite {
		switch {
		case strings.HasSuffix(by, "_fkey"):
			return "FOREIGN KEY constraint failed"
		case !strings.HasSuffix(by, "_check") && !strings.Contains(by, " "):
			return "UNIQUE constraint failed"
		}
	}
	return by
}
