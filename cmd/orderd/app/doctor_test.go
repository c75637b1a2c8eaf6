package app

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/cmd/orderd/settings"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/port"
)

// doctored are the findings of a doctor that runs as a command.
func doctored(t *testing.T, env []string, args ...string) (findings []module.Finding, code int) {
	t.Helper()
	r := orderd(t, env, append([]string{"doctor", "--json"}, args...)...)
	if err := json.Unmarshal([]byte(r.out), &findings); err != nil {
		t.Fatalf("%v: %s%s", err, r.out, r.err)
	}
	return findings, r.code
}

// requireFinding finds the code and compares the rest.
func requireFinding(t *testing.T, findings []module.Finding, level module.Level, code, subject, found, todo string) {
	t.Helper()
	for _, f := range findings {
		if f.Code == code && f.Level == level && matches(subject, f.Subject) && matches(found, f.Found) && matches(todo, f.Todo) {
			return
		}
	}
	t.Errorf("there is no %s %s of %s, %s, %s in\n%+v", level, code, subject, found, todo, findings)
}

func matches(pattern, text string) bool { return regexp.MustCompile(pattern).MatchString(text) }

func requireNone(t *testing.T, findings []module.Finding, prefix string) {
	t.Helper()
	for _, f := range findings {
		if strings.HasPrefix(f.Code, prefix) {
			t.Errorf("there is %+v", f)
		}
	}
}

// production are the settings of a service that doctor has nothing to say about: with a mail server
// and Stripe's stand-in.
func production(t *testing.T, dialect string) (env []string, mail *mailserver.Server) {
	t.Helper()
	mail = mailserver.Start(t, mailserver.Options{Username: "shop", Password: "tell-tale"})
	answers := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(answers.Close)
	keys := filepath.Join(t.TempDir(), "keys.pem")
	if _, err := openSecrets(settings.Config{DataDir: filepath.Dir(keys)}); err != nil {
		t.Fatal(err)
	}
	return []string{
		"ORDERD_DATA_DIR=" + t.TempDir(), "ORDERD_DATABASE_URL=" + kit.NewURL(t, dialect), "ORDERD_AUTH_KEYS_FILE=" + keys,
		"ORDERD_AUTH_SECRET=" + strings.Repeat("s", 40), "ORDERD_MAIL_URL=" + mail.URL(), "ORDERD_PAYMENTS_STRIPE_KEY=sk_test_1",
		"ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET=whsec_1", "ORDERD_PAYMENTS_STRIPE_PUBLISHABLE_KEY=pk_test_1",
		"ORDERD_PAYMENTS_BANK_ACCOUNT=DE02 1203 0000 0000 2020 51", "ORDERD_SHOP_RETURNS_ADDRESS=Shop, Torstraße 12, 10119 Berlin",
		"ORDERD_PAYMENTS_STRIPE_URL=" + answers.URL, "ORDERD_TELEMETRY_OTLP_URL=" + answers.URL,
	}, mail
}

// A service that is well has no errors and no warnings.
func TestDoctorOfAHealthyService(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		env, _ := production(t, dialect)
		orderd(t, env, "migrate").require(t, 0, "current")
		findings, code := doctored(t, env, "--strict")
		if code != 0 || len(findings) == 0 {
			t.Errorf("exit code %d", code)
		}
		for _, f := range findings {
			if f.Level != module.OK && f.Code != "disk_low" && f.Code != "database_connections" && f.Code != "database_commit" ||
				f.Code == "not_checked" {
				t.Errorf("%+v", f)
			}
		}
		if dialect == database.Postgres {
			requireFinding(t, findings, module.OK, "database_size", "database", "takes [1-9][0-9]* MB", "df")
		} else {
			requireNone(t, findings, "database_size")
		}
		for _, want := range []string{"config_ok", "keys_file_ok", "secret_ok", "schema_ok", "database_ok", "events_ok", "mail_server_ok",
			"mails_queued_ok", "stripe_ok", "collector_ok"} {
			requireFinding(t, findings, module.OK, want, ".", ".", "^$")
		}
	})
}

// What the configuration alone shows, on an empty database, and what does not answer.
func TestDoctorOfAConfiguration(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		env, mail := production(t, dialect)
		missing := "database_missing"
		if dialect == database.Postgres {
			missing = "schema_missing"
		}
		keys := variable(env, "ORDERD_AUTH_KEYS_FILE=")
		if err := os.Chmod(keys, 0o644); err != nil {
			t.Fatal(err)
		}
		refusing := port.Refusing(t)
		for name, row := range map[string]struct {
			env                        []string
			level                      module.Level
			code, subject, found, todo string
		}{
			"empty database": {nil, module.Error, missing, ".", ".", "orderd migrate"},
			"keys file open": {nil, module.Warning, "keys_file_open", "keys.pem", "0644", "chmod 600 .*keys.pem"},
			"keys file missing": {[]string{"ORDERD_AUTH_KEYS_FILE=/nowhere"}, module.Error, "keys_file_unusable", "/nowhere", "no such file",
				"openssl"},
			"secret twice": {[]string{"ORDERD_AUTH_SECRET=" + strings.Repeat("s", 40) + "," + strings.Repeat("s", 40)}, module.Warning,
				"secret_twice", "auth.secret", "2 of 2", "remove"},
			"no proxies": {[]string{"ORDERD_HTTP_PUBLIC_URL=https://api.example.com"}, module.Warning, "config_doubtful",
				"http.trusted_proxies", "is empty", "set http.trusted_proxies"},
			"dev mode": {[]string{"ORDERD_DEV=true"}, module.Warning, "dev_mode", "dev", "on", "ORDERD_DEV"},
			"wrong password": {[]string{"ORDERD_MAIL_URL=" + strings.Replace(mail.URL(), "tell-tale", "tattle-tale", 1)}, module.Error,
				"mail_server_login", "127.0.0.1:", "refuses user name or password", "mail.url"},
			"mail server away": {[]string{"ORDERD_MAIL_URL=smtp://" + refusing + "?tls=none"}, module.Error, "mail_server_unreachable", "127.0.0.1:",
				"refuses", "mail.url"},
			"Stripe away": {[]string{"ORDERD_PAYMENTS_STRIPE_URL=" + "http://" + refusing}, module.Error, "stripe_unreachable",
				"payments.stripe_url", "refused", "."},
			"collector away": {[]string{"ORDERD_TELEMETRY_OTLP_URL=" + "http://" + refusing}, module.Warning, "collector_unreachable",
				"telemetry.otlp_url", "refused", "."},
			"bucket away": {[]string{"ORDERD_MEDIA_URL=s3://key:tell-tale@" + refusing + "/pictures?region=eu-central-1&tls=none"}, module.Error,
				"media_store_unreachable", "media.url", "refused", "media.url"},
			"database away": {[]string{"ORDERD_DATABASE_URL=postgres://u:tell-tale@" + refusing + "/x"}, module.Error, "database_unreachable",
				"database.url", "refused", `u:\*\*\*@`},
			"no valid key": {[]string{"ORDERD_HTTP_ADDR=x"}, module.Error, "config_invalid", ".", "http.addr", "check-config"},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				findings, code := doctored(t, slices.Concat(env, row.env), "--strict")
				requireFinding(t, findings, row.level, row.code, row.subject, row.found, row.todo)
				if code != 1 {
					t.Errorf("exit code %d", code)
				}
				if text := fmt.Sprint(findings); strings.Contains(text, "tell-tale") || strings.Contains(text, "tattle-tale") {
					t.Errorf("it shows a password: %s", text)
				}
			})
		}
	})
}

func variable(env []string, name string) string {
	for _, e := range env {
		if value, ok := strings.CutPrefix(e, name); ok {
			return value
		}
	}
	return ""
}

// What a database shows: dead, held, late and unserved events, an older and a newer schema. All of
// it stays as it is.
func TestDoctorOfADatabase(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		env, _ := production(t, dialect)
		orderd(t, env, "migrate").require(t, 0, "current")
		orderd(t, env, "admin", "create", "--email", "ops@example.com").require(t, 0, "is an admin")
		db := kit.Open(t, databaseOf(env))
		exec := func(statement string, args ...any) {
			t.Helper()
			if err := db.Exec(statement, args...).Error; err != nil {
				t.Fatal(err)
			}
		}
		exec(`UPDATE deliveries SET dead_id = ?, died_at = ?, attempts = 10, holding = TRUE WHERE consumer = 'notifications.users'
			AND seq = (SELECT min(seq) FROM events)`, id.New(), time.Now().UTC())
		exec(`INSERT INTO deliveries (consumer, seq, name, key, prompt, held) SELECT consumer, seq + 1000, name, key, prompt, TRUE
			FROM deliveries WHERE dead_id IS NOT NULL`)
		exec(`INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES ('gifts.gift_given.v1', 'gifts.list', FALSE)`)
		exec(`UPDATE events SET occurred_at = ?`, time.Now().UTC().Add(-time.Hour))
		if dialect == database.Postgres {
			exec(`CREATE TABLE pg_stat_statements AS SELECT oid AS dbid, 7 AS calls, 250.4::float8 AS mean_exec_time,
				'SELECT slow FROM x WHERE id = $1' AS query
				FROM pg_database WHERE datname = current_database()`)
			exec(`INSERT INTO pg_stat_statements SELECT dbid, 1, 900, 'ALTER ROLE x PASSWORD ''tell-tale''' FROM pg_stat_statements`)
			exec(`INSERT INTO pg_stat_statements SELECT dbid, 1, 90, 'SELECT quick' FROM pg_stat_statements`)
		}
		before := contents(t, db)

		findings, code := doctored(t, env)
		requireFinding(t, findings, module.Error, "events_dead", "^notifications.users$", "1 dead deliveries, and 1 held",
			"orderd events retry --consumer notifications.users")
		requireFinding(t, findings, module.Warning, "events_late", `^reviews\.authors$`, "waiting events is 1h0m", "runs")
		requireFinding(t, findings, module.Warning, "events_unserved", "^gifts.list$", "gifts.gift_given.v1; 0 wait",
			"orderd events remove gifts.list --event gifts.gift_given.v1")
		requireNone(t, findings, "events_ok")
		if dialect == database.Postgres {
			requireFinding(t, findings, module.Warning, "statement_slow", `^SELECT slow FROM x WHERE id = \$1$`, "250 ms on average, in 7 calls",
				"EXPLAIN")
			if text := fmt.Sprint(findings); matches("tell-tale|quick", text) || strings.Count(text, "statement_slow") != 1 {
				t.Errorf("it shows other statements: %s", text)
			}
		}
		if code != 1 {
			t.Errorf("exit code %d with errors", code)
		}
		exec(`INSERT INTO identity_goose_version (version_id, is_applied) VALUES (99999, TRUE)`)
		findings, _ = doctored(t, env)
		requireFinding(t, findings, module.Warning, "schema_new", "schema", "identity is at version 99999", "newer binary")
		requireFinding(t, findings, module.Error, "events_dead", ".", ".", ".")
		exec(`DELETE FROM identity_goose_version WHERE version_id = 99999`)
		if after := contents(t, db); after != before {
			t.Errorf("the database was\n%s\nand is\n%s", before, after)
		}

		exec(`DELETE FROM deliveries`)
		exec(`DELETE FROM event_subscriptions WHERE consumer = 'gifts.list'`)
		exec(`DELETE FROM mailer_goose_version WHERE version_id > 1`)
		findings, code = doctored(t, env)
		requireFinding(t, findings, module.Warning, "schema_old", "schema", "mailer is at version 1,", "orderd migrate")
		if code != 0 {
			t.Errorf("exit code %d with warnings", code)
		}
		if _, code = doctored(t, env, "--strict"); code != 1 {
			t.Errorf("exit code %d with warnings and --strict", code)
		}
	})
}

// contents are the columns and the number of rows of every table.
func contents(t *testing.T, db *gorm.DB) string {
	t.Helper()
	tables, columns := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1`, `SELECT coalesce(sql, '') FROM sqlite_master ORDER BY name`
	if database.Dialect(db) == database.Postgres {
		tables = `SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY 1`
		columns = `SELECT table_name || '.' || column_name || ' ' || data_type FROM information_schema.columns
			WHERE table_schema = current_schema() ORDER BY 1`
	}
	var all strings.Builder
	fmt.Fprintf(&all, "%x\n", sha256.Sum256([]byte(strings.Join(texts(t, db, columns), "\n"))))
	for _, table := range texts(t, db, tables) {
		fmt.Fprintln(&all, table, texts(t, db, `SELECT CAST(count(*) AS text) FROM `+table))
	}
	fmt.Fprintln(&all, texts(t, db, `SELECT consumer || ' ' || seq || ' ' || attempts FROM deliveries ORDER BY seq, consumer`))
	return all.String()
}

// On an empty database and in an empty folder doctor makes nothing, and files keep their modes.
func TestDoctorMakesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		env := testEnviron(t, dialect)
		dir := variable(env, "ORDERD_DATA_DIR=")
		env = append(env, "ORDERD_DATA_DIR="+filepath.Join(dir, "none"))
		if dialect == database.SQLite {
			env = append(env, "ORDERD_DATABASE_URL=sqlite:"+filepath.Join(dir, "none", "orderd.db"))
		}
		doctored(t, env)
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("it has written %v", left)
		}
		if dialect == database.Postgres {
			if tables := texts(t, kit.Open(t, databaseOf(env)), `SELECT table_name::text FROM information_schema.tables
				WHERE table_schema = current_schema()`); len(tables) > 0 {
				t.Errorf("it has made %v", tables)
			}
			return
		}
		file := filepath.Join(dir, "none", "orderd.db")
		orderd(t, append(env, "ORDERD_DATABASE_URL=sqlite:"+file), "migrate").require(t, 0, "current")
		if err := os.Chmod(file, 0o640); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		findings, _ := doctored(t, append(env, "ORDERD_DATABASE_URL=sqlite:"+file))
		requireFinding(t, findings, module.Warning, "data_file_open", "orderd.db$", "0640", "chmod 600")
		after, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(before, after) {
			t.Errorf("the file has changed: %v", err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("%v %v", info.Mode(), err)
		}
	})
}

// What no test can make a server do.
func TestDoctorsJudgement(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	requireFinding(t, clockFindings(now.Add(3*time.Second), now, now), module.Warning, "clock_apart", "clock", "3s apart", "NTP")
	requireFinding(t, clockFindings(now.Add(-3*time.Second), now, now), module.Warning, "clock_apart", "clock", "3s apart", "NTP")
	requireNone(t, clockFindings(now.Add(3*time.Second), now, now.Add(2*time.Second)), "clock")
	good := postgresServer{Fsync: "on", FullPageWrites: "on", SynchronousCommit: "on", Connections: 97, Connected: 20}
	requireFinding(t, good.check(16), module.OK, "database_connections_ok", "max_connections", "20 of 97", "^$")
	bad := postgresServer{Fsync: "off", FullPageWrites: "on", SynchronousCommit: "off", Connections: 20, Connected: 5}
	requireFinding(t, bad.check(16), module.Error, "database_unsafe", "fsync", "off", "fsync = on")
	requireFinding(t, bad.check(16), module.Warning, "database_commit", "synchronous_commit", "off", ".")
	requireFinding(t, bad.check(16), module.Warning, "database_connections", "max_connections", "5 of 20 .* up to 17", "raise")
	bad.Connections, bad.Connected = 100, 81
	requireFinding(t, bad.check(16), module.Warning, "database_connections", "max_connections", "81 of 100", "raise")
	requireFinding(t, diskFindings("/data", 1<<30), module.OK, "disk_ok", "/data", "1024 MB", "^$")
	requireFinding(t, diskFindings("/data", 1<<29), module.Warning, "disk_low", "/data", "512 MB", "free space")
	requireFinding(t, diskFindings("/data", 1<<20), module.Error, "disk_low", "/data", "1 MB", "free space")
	var table bytes.Buffer
	if err := printFindings(&table, []module.Finding{{Level: module.OK, Code: "b", Found: "x\x1b[2J\ny"},
		{Level: module.Error, Code: "a"}}); err != nil {
		t.Fatal(err)
	}
	if !matches(`(?s)^LEVEL.*\nerror +a.*\nok +b +x \[2J y`, table.String()) {
		t.Errorf("%q", table.String())
	}
}
