package app

import (
	"context"
	"fmt"

	"orderd/platform/database"
	"orderd/platform/module"
)

// A statement is slow when it takes slowMean or more on average; doctor names the slowStatements
// slowest.
const (
	slowMean       = 100 // ms
	slowStatements = 5
	statementText  = 160 // characters of it
)

// checkStatements looks for slow statements, where the server counts them. Their texts have $1
// where values were.
func (a *App) checkStatements(ctx context.Context) (findings []module.Finding) {
	if database.Dialect(a.db) != database.Postgres {
		return nil
	}
	none := module.Finding{
		Level: module.OK, Code: "statements_ok", Subject: "statements",
		Found: "pg_stat_statements is not installed: the log has slow statements",
	}
	var there bool
	if err := a.db.WithContext(ctx).Raw("SELECT to_regclass('pg_stat_statements') IS NOT NULL").
		Scan(&there).Error; err != nil {
		return []module.Finding{module.NotChecked("statements", err)}
	}
	if !there {
		return []module.Finding{none}
	}
	var slow []struct {
		Query string
		Calls int64
		Mean  float64
	}
	// Only statements that the extension rids of their values.
	err := a.db.WithContext(ctx).Raw(`SELECT query, calls, mean_exec_time AS mean FROM pg_stat_statements
		WHERE mean_exec_time >= ? AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
			AND query ~* '^\s*(select|insert|update|delete|with)\s'
		ORDER BY mean_exec_time DESC LIMIT ?`, slowMean, slowStatements).Scan(&slow).Error
	if err != nil {
		return []module.Finding{module.NotChecked("statements", err)}
	}
	for _, s := range slow {
		text := []rune(oneLine(s.Query))
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "statement_slow", Subject: string(text[:min(len(text), statementText)]),
			Found: fmt.Sprintf("takes %.0f ms on average, in %d calls", s.Mean, s.Calls),
			Todo:  "run ANALYZE; look for locks and for a slow disk; EXPLAIN shows its plan",
		})
	}
	if len(slow) == 0 {
		none.Found = fmt.Sprintf("none takes %d ms or more on average", slowMean)
		return []module.Finding{none}
	}
	return findings
}
