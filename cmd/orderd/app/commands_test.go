package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"gorm.io/gorm"

	"orderd/test/kit"
)

// ran is what a command line did.
type ran struct {
	code     int
	out, err string
}

func orderd(t *testing.T, env []string, args ...string) ran {
	t.Helper()
	var out, err bytes.Buffer
	code := Run(t.Context(), Streams{In: strings.NewReader(""), Out: &out, Err: &err, Env: env}, args)
	return ran{code, out.String(), err.String()}
}

func (r ran) require(t *testing.T, code int, pattern string) ran {
	t.Helper()
	if r.code != code || !regexp.MustCompile(pattern).MatchString(r.out+r.err) {
		t.Fatalf("exit code %d, want %d and %s:\n%s%s", r.code, code, pattern, r.out, r.err)
	}
	return r
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	env := testEnviron(t, kit.Dialects[0])
	for _, args := range [][]string{nil, {"help"}, {"--help"}} {
		r := orderd(t, env, args...).require(t, 0, "Usage: orderd COMMAND")
		for _, c := range commands() {
			if !strings.Contains(r.out, c.usage()) {
				t.Errorf("%s is not in the overview", c.name)
			}
		}
	}
	for _, c := range commands() {
		words := strings.Fields(c.name)
		orderd(t, env, append(words, "--help")...).require(t, 0, "(?s)Usage: orderd "+c.name+".*Flags:.*-config FILE")
		orderd(t, env, append([]string{"help"}, words...)...).require(t, 0, "Usage: orderd "+c.name)
		orderd(t, env, append(words, "--bogus")...).require(t, 2, "orderd: "+c.name+": flag provided but not defined: -bogus")
		orderd(t, env, append(words, "too", "many")...).require(t, 2, "usage: orderd "+c.name)
	}
	for name, args := range map[string][]string{"srve": {"srve", "--config"}, "events wipe": {"events", "wipe"}, "bogus": {"help", "bogus"},
		"--bogus": {"--bogus"}} {
		orderd(t, env, args...).require(t, 2, `(?s)^orderd: there is no command "`+name+`.*Usage: orderd COMMAND.*  serve  `)
	}
	for _, name := range []string{"version", "--version", "-version", "-v"} {
		orderd(t, []string{"ORDERD_DEV=perhaps"}, name).require(t, 0, `^orderd \S+ \(go`)
	}
}

func TestCheckConfig(t *testing.T) {
	t.Parallel()
	secret := strings.Repeat("geheim", 6)
	orderd(t, []string{"ORDERD_DEV=true", "ORDERD_AUTH_SECRET=" + secret}, "check-config").require(t, 0, `(?m)^dev: true$`)
	if r := orderd(t, []string{"ORDERD_DEV=true", "ORDERD_AUTH_SECRET=" + secret}, "check-config"); strings.Contains(r.out, "geheim") {
		t.Errorf("it shows a secret: %s", r.out)
	}
	behind := []string{"ORDERD_MAIL_URL=smtp://u:p@mail.example.com:587", "ORDERD_HTTP_PUBLIC_URL=https://api.example.com"}
	orderd(t, behind, "check-config").require(t, 0, "warning: http.trusted_proxies: is empty")
	complete := append(behind, "ORDERD_HTTP_TRUSTED_PROXIES=10.0.0.0/8", "ORDERD_PAYMENTS_BANK_ACCOUNT=DE02",
		"ORDERD_SHOP_RETURNS_ADDRESS=Torstraße 12, 10119 Berlin")
	if r := orderd(t, complete, "check-config").require(t, 0, "api.example.com"); r.err != "" {
		t.Errorf("it warns of nothing: %s", r.err)
	}
	cards := append(complete, "ORDERD_PAYMENTS_STRIPE_KEY=sk_test_1", "ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET=whsec_1")
	orderd(t, cards, "check-config").require(t, 0, "warning: payments.stripe_publishable_key: is empty, with payments.stripe_key")
	if r := orderd(t, append(cards, "ORDERD_PAYMENTS_STRIPE_PUBLISHABLE_KEY=pk_test_1"), "check-config"); r.err != "" {
		t.Errorf("it warns of nothing: %s", r.err)
	}
	r := orderd(t, []string{"ORDERD_HTTP_ADDR=nowhere", "ORDERD_EVENTS_URL=nats://x"}, "check-config").
		require(t, 2, "http.addr: must be host:port")
	for _, want := range []string{"events.url: needs PostgreSQL", "mail.url: is required"} {
		if !strings.Contains(r.err, want) {
			t.Errorf("%q is not in\n%s", want, r.err)
		}
	}
	// What is a field of the shop's settings is checked here too.
	for _, name := range []string{"check-config", "serve"} {
		r := orderd(t, []string{"ORDERD_DEV=true", "ORDERD_DATA_DIR=" + t.TempDir(), "ORDERD_SELLER_IBAN=DE03 1203 0000 0000 2020 51",
			"ORDERD_SHOP_TIME_ZONE=Mars/Base", "ORDERD_WITHDRAWAL_DAYS=7"}, name).require(t, 2, "seller.iban: must be an IBAN")
		for _, want := range []string{"shop.time_zone: must be a time zone", "withdrawal.days: must be 14 to 365"} {
			if !strings.Contains(r.err, want) {
				t.Errorf("%s: %q is not in\n%s", name, want, r.err)
			}
		}
	}
	orderd(t, nil, "check-config", "--config", filepath.Join(t.TempDir(), "none.yaml")).require(t, 2, "none.yaml")
	for _, name := range []string{"serve", "migrate", "check-config", "openapi"} {
		orderd(t, []string{"ORDERD_DEV=true", "ORDERD_LOG_LEVEL=loud"}, name).require(t, 2,
			`^orderd: configuration: log\.level: must be debug, info, warn or error; it is "loud" \(ORDERD_LOG_LEVEL\)\n$`)
	}
}

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	document, err := openapi3.NewLoader().LoadFromData([]byte(orderd(t, nil, "openapi").require(t, 0, `(?m)^openapi: 3\.1`).out))
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
	own := []string{"ORDERD_DATABASE_URL=postgres://nobody@127.0.0.1:1/none", "ORDERD_HTTP_PUBLIC_URL=https://api.example.com",
		"ORDERD_HTTP_ADDR=0.0.0.0:80"}
	orderd(t, own, "openapi", "--json").require(t, 0, `^\s*{.*"https://api\.example\.com"`)
}

// The document needs no file: neither a configuration nor a folder that may be written.
func TestOpenAPIWritesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	openapi := exec.CommandContext(t.Context(), kit.Binary(t), "openapi")
	openapi.Dir, openapi.Env = dir, []string{"TMPDIR=" + filepath.Join(dir, "none")}
	if out, err := openapi.CombinedOutput(); err != nil || !regexp.MustCompile(`(?m)^openapi: 3\.1`).Match(out) {
		t.Errorf("%v: %s", err, out[:min(400, len(out))])
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("it has written %v", left)
	}
}

func TestOperatorsCommands(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		env := testEnviron(t, dialect)
		orderd(t, env, "migrate").require(t, 0, "the schema is current")
		orderd(t, env, "migrate").require(t, 0, "the schema is current")

		orderd(t, append(env, "ORDERD_AUTH_KEYS_FILE=/nowhere"), "migrate").require(t, 1, `auth\.keys_file`)
		orderd(t, append(env, "ORDERD_ADMIN_EMAIL=boss@example.com", "ORDERD_ADMIN_PASSWORD=password"), "serve").
			require(t, 1, `admin\.password is too easy`)

		orderd(t, env, "admin", "create").require(t, 2, "--email is missing")
		orderd(t, env, "admin", "create", "--email", "ops@example.com").require(t, 0, `ops@example\.com is an admin\. Password: \S+`)
		orderd(t, env, "admin", "create", "--email", "ops@example.com").require(t, 1, "is an admin already")
		orderd(t, env, "admin", "create", "--email", "nobody").require(t, 1, "--email must be an email address")

		orderd(t, env, "events", "list").require(t, 0, `(?s)SEQ .*identity\.account_created\.v1 .* cli .*\n[0-9]+ of [0-9]+\n$`)
		orderd(t, env, "events", "list", "--name", "none").require(t, 0, "0 of 0")
		orderd(t, env, "events", "list", "--limit", "1", "--payload").require(t, 0, `^{"Seq":`)
		orderd(t, env, "events", "dead").require(t, 0, "0 of 0")
		orderd(t, env, "events", "retry", "01a1f9cb-ff88-7306-b493-a46ac63c560b").require(t, 1, "there is no such dead delivery")
		orderd(t, env, "events", "retry").require(t, 2, "an ID, or --consumer")
		orderd(t, env, "events", "retry", "--all", "--name", "x").require(t, 2, "an ID, or --consumer")
		orderd(t, env, "events", "retry", "--consumer", "mailer.letters").require(t, 0, "0 deliveries are tried again")
		orderd(t, env, "events", "retry", "--all").require(t, 0, "0 deliveries are tried again")
		orderd(t, env, "events", "replay").require(t, 2, "--consumer is missing")
		orderd(t, env, "events", "replay", "--consumer", "nobody").require(t, 1, `there is no consumer "nobody"`)
		orderd(t, env, "events", "replay", "--consumer", "mailer.letters").require(t, 1, "not a read model")
		orderd(t, env, "events", "replay", "--consumer", "notifications.users", "--reset").
			require(t, 0, `[1-9][0-9]* events are queued for notifications\.users`)
		orderd(t, env, "events", "remove", "notifications.users").require(t, 1, "this binary handles its events")
		orderd(t, env, "events", "remove", "gifts.orders", "--event", "ordering.order_placed.v1").
			require(t, 1, "nothing is known of gifts.orders")
	})
}

// A subscription that this binary does not serve stands below the dead deliveries, with the command
// that removes it.
func TestEventsDeadNamesWhatIsNotServed(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		s := started(t, dialect)
		env := append(testEnviron(t, dialect), "ORDERD_DATABASE_URL="+s.config.Database.URL.Reveal(), "ORDERD_DATA_DIR="+s.config.DataDir)
		unserved := "INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES ('gifts.gift_given.v1', 'gifts.list', FALSE)"
		if err := s.db.Exec(unserved).Error; err != nil {
			t.Fatal(err)
		}
		orderd(t, env, "events", "dead").
			require(t, 0, `(?s)0 of 0\n\n.*gifts\.list +gifts\.gift_given\.v1 +0 +orderd events remove gifts\.list --event gifts\.gift_given\.v1\n`)
		orderd(t, env, "events", "remove", "gifts.list", "--event", "gifts.gift_given.v1").require(t, 0, "forgotten")
		orderd(t, env, "events", "dead").require(t, 0, `0 of 0\n$`)
	})
}

// serve runs until its context ends, prints its addresses, and keeps what it generated.
func TestServe(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		env := testEnviron(t, dialect)
		serve := func() (banner string) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			reader, writer := io.Pipe()
			code := make(chan int, 1)
			go func() {
				code <- Run(ctx, Streams{In: strings.NewReader(""), Out: writer, Err: io.Discard, Env: env}, []string{"serve"})
				writer.Close()
			}()
			text := make([]byte, 4096)
			n, err := reader.Read(text)
			if err != nil {
				t.Fatal(err)
			}
			api := regexp.MustCompile(`API +(\S+)/v1`).FindSubmatch(text[:n])
			if api == nil {
				t.Fatalf("the banner: %s", text[:n])
			}
			if status, body := get(t, string(api[1])+"/readyz"); status != 200 {
				t.Errorf("readyz: %d %s", status, body)
			}
			cancel()
			if c := <-code; c != 0 {
				t.Errorf("exit code %d", c)
			}
			return string(text[:n])
		}
		password := regexp.MustCompile(`Admin +\S+/admin\s+admin@example\.com +password (\S{16,})`)
		first, second := password.FindStringSubmatch(serve()), password.FindStringSubmatch(serve())
		if first == nil || second == nil || first[1] != second[1] {
			t.Errorf("the admin's password: %v, after a restart %v", first, second)
		}
	})
}

// A port that is taken is the first thing that goes wrong on a machine with another service: the
// message says what to set.
func TestPortIsTaken(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	env := testEnviron(t, kit.Dialects[0])
	orderd(t, append(env, "ORDERD_HTTP_ADDR="+s.Addr().String()), "serve").
		require(t, 1, `listen on http\.addr: .*in use: .*ORDERD_HTTP_ADDR=127\.0\.0\.1:0 takes a free one`)
	orderd(t, append(env, "ORDERD_OPS_ADDR="+s.OpsAddr().String()), "serve").
		require(t, 1, `listen on ops\.addr: .*in use: .*ORDERD_OPS_ADDR=127\.0\.0\.1:0 takes a free one`)
}

// Who stops the service while it starts has not seen it fail.
func TestStoppedWhileStarting(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, failed bytes.Buffer
	if code := Run(ctx, Streams{In: strings.NewReader(""), Out: &out, Err: &failed, Env: testEnviron(t, kit.Dialects[0])},
		[]string{"serve"}); code != 0 || out.Len() > 0 {
		t.Errorf("exit code %d: %s%s", code, out.String(), failed.String())
	}
}

// Of several processes that make a secret at once all get the same one, and no other user may read
// it.
func TestKept(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "new", "secret")
	var mu sync.Mutex
	seen := map[string]int{}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			text, err := loadOrCreateSecret(file, 36)
			mu.Lock()
			defer mu.Unlock()
			seen[fmt.Sprint(text, err)]++
		})
	}
	all.Wait()
	if len(seen) != 1 {
		t.Errorf("they got %v", seen)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".draft-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := os.Truncate(file, 0); err != nil {
		t.Fatal(err)
	}
	if text, err := loadOrCreateSecret(file, 36); err == nil {
		t.Errorf("an empty file keeps %q", text)
	}
}

// Commands take a database as another binary has left it: they add to its events what they were
// asked for, and change nothing else.
func TestCommandsTakeTheDatabaseAsItIs(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		env := testEnviron(t, dialect)
		all := [][]string{
			{"admin", "create", "--email", "ops@example.com"}, {"events", "list"}, {"events", "dead"},
			{"events", "retry", "01a1f9cb-ff88-7306-b493-a46ac63c560b"},
			{"events", "replay", "--consumer", "notifications.users"}, {"events", "remove", "gifts.orders"},
		}
		for _, args := range all {
			orderd(t, env, args...).require(t, 1, "the database does not have this binary's schema yet .*: run `orderd migrate` first")
		}
		orderd(t, env, "migrate").require(t, 0, "the schema is current")
		orderd(t, env, "admin", "create", "--email", "first@example.com").require(t, 0, "first@example.com is an admin")
		db := kit.Open(t, databaseOf(env))
		exec := func(statement string) {
			t.Helper()
			if err := db.Exec(statement).Error; err != nil {
				t.Fatal(err)
			}
		}
		exec(`INSERT INTO event_consumers (name, read_model, prompt) VALUES ('gifts.users', FALSE, FALSE)`)
		exec(`INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES ('identity.account_created.v1', 'gifts.users', FALSE)`)
		exec(`DELETE FROM event_subscriptions WHERE consumer = 'reviews.authors'`)
		exec(`DELETE FROM event_consumers WHERE name = 'reviews.authors'`)
		known := func() string {
			return fmt.Sprint(texts(t, db, `SELECT name FROM event_consumers ORDER BY name`), texts(t, db, `SELECT consumer || event_name
				FROM event_subscriptions ORDER BY 1`))
		}
		waiting := func() []string {
			return texts(t, db, `SELECT d.consumer || ' ' || d.seq || ' ' || d.attempts FROM deliveries d ORDER BY d.seq, d.consumer`)
		}
		before, pending := known(), waiting()
		orderd(t, env, all[0]...).require(t, 0, "ops@example.com is an admin")
		for _, args := range all[1:3] {
			orderd(t, env, args...).require(t, 0, "")
		}
		orderd(t, env, all[3]...).require(t, 1, "there is no such dead delivery")
		orderd(t, env, all[5]...).require(t, 1, "nothing is known of gifts.orders")
		if after := known(); after != before {
			t.Errorf("the consumers were\n%s\nand are\n%s", before, after)
		}
		after := waiting()
		if len(after) < len(pending) || !slices.Equal(after[:len(pending)], pending) {
			t.Fatalf("there waited\n%q\nand wait\n%q", pending, after)
		}
		if added := strings.Join(after[len(pending):], ","); !strings.Contains(added, "gifts.users ") ||
			strings.Contains(added, "reviews.authors ") {
			t.Errorf("the command has added %s", added)
		}
		orderd(t, env, all[4]...).require(t, 0, `[1-9][0-9]* events are queued for notifications\.users`)

		exec(`INSERT INTO identity_goose_version (version_id, is_applied) VALUES (99999, TRUE)`)
		for _, args := range all {
			orderd(t, env, args...).require(t, 1, "newer schema than this binary's .identity is at version 99999.*: use the newer binary")
		}
		exec(`DELETE FROM identity_goose_version WHERE version_id = 99999`)
		exec(`DELETE FROM event_consumers`)
		orderd(t, env, all[0]...).require(t, 1, "no binary has declared its consumers of events yet: run `orderd migrate` first")
	})
}

func texts(t *testing.T, db *gorm.DB, query string) (found []string) {
	t.Helper()
	if err := db.Raw(query).Scan(&found).Error; err != nil {
		t.Fatal(err)
	}
	return found
}

// databaseOf is the URL of the database that env names.
func databaseOf(env []string) string {
	for _, e := range env {
		if url, ok := strings.CutPrefix(e, "ORDERD_DATABASE_URL="); ok {
			return url
		}
	}
	return ""
}
