package httpapi_test

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/ratelimit"
	"orderd/test/kit"
)

func limited(rates map[string]string) func(o *httpapi.Options) {
	return func(o *httpapi.Options) { o.Limits = ratelimit.Limits{Enabled: true, Rates: rates} }
}

func TestLimitByAddress(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{"login": "3/1m"}), trusting)
	api := b.api(t).With("X-Forwarded-For", "198.51.100.7")
	for left := 2; left >= 0; left-- {
		a := api.Do(t, "POST", "/v1/login", nil).Require(t, 200)
		if got, want := a.Header.Get("RateLimit"), fmt.Sprintf(`"login";r=%d;t=20`, left); got != want {
			t.Errorf("RateLimit %s, want %s", got, want)
		}
	}
	a := api.Do(t, "POST", "/v1/login", `{`).Require(t, 429, "rate_limited")
	if a.Header.Get("RateLimit-Policy") != `"login";q=3;w=60` || a.Header.Get("RateLimit") != `"login";r=0;t=20` ||
		a.Header.Get("Retry-After") != "20" {
		t.Error(a.Header)
	}
	b.api(t).With("X-Forwarded-For", "198.51.100.8").Do(t, "POST", "/v1/login", nil).Require(t, 200)
	b.clock.Advance(20 * time.Second)
	api.Do(t, "POST", "/v1/login", nil).Require(t, 200)
	api.Do(t, "POST", "/v1/login", nil).Require(t, 429)
	b.clock.Advance(time.Hour)
	for range 3 {
		api.Do(t, "POST", "/v1/login", nil).Require(t, 200)
	}
	api.Do(t, "POST", "/v1/login", nil).Require(t, 429)
}

func trusting(o *httpapi.Options) { o.TrustedProxies = []string{"127.0.0.1", "10.0.0.0/8"} }

// TestWhoseAddress: one more call at the limit of one is refused exactly when the two count as one
// client.
func TestWhoseAddress(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		trusting      bool
		first, second string
		same          bool
	}{
		"without a trusted proxy the header is air": {false, "198.51.100.7", "198.51.100.8", true},
		"behind one it counts":                      {true, "198.51.100.7", "198.51.100.8", false},
		"what stands left may be forged":            {true, "203.0.113.1, 198.51.100.7", "203.0.113.2, 198.51.100.7", true},
		"trusted hops are passed":                   {true, "198.51.100.7, 10.1.2.3", "198.51.100.7, 10.9.9.9", true},
		"passed to the next":                        {true, "198.51.100.7, 10.1.2.3", "198.51.100.8, 10.1.2.3", false},
		"a port is not the client":                  {true, "198.51.100.7:1234", "198.51.100.7:5678", true},
		"nonsense ends the way":                     {true, "198.51.100.7, x, 10.1.2.3", "198.51.100.8, x, 10.1.2.3", true},
		"IPv6 counts by its /64":                    {true, "2001:db8::1", "2001:db8::2:3", true},
		"another /64 is another":                    {true, "2001:db8::1", "2001:db8:0:1::1", false},
		"IPv4 in IPv6 is IPv4":                      {true, "::ffff:198.51.100.7", "198.51.100.7", true},
		"a zone is not the client":                  {true, "fe80::1%eth0", "fe80::1%eth1", true},
		"the first of trusted hops is the client":   {true, "10.1.1.1, 10.1.2.3", "10.2.2.2, 10.1.2.3", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := plain(t, limited(map[string]string{"login": "1/1m"}), func(o *httpapi.Options) {
				if row.trusting {
					trusting(o)
				}
			})
			b.api(t).With("X-Forwarded-For", row.first).Do(t, "POST", "/v1/login", nil).Require(t, 200)
			status := 200
			if row.same {
				status = 429
			}
			b.api(t).With("X-Forwarded-For", row.second).Do(t, "POST", "/v1/login", nil).Require(t, status)
		})
	}
}

// TestProxyNotNamed: the log warns of a proxy that is not trusted once, not for each request.
func TestProxyNotNamed(t *testing.T) {
	t.Parallel()
	b, behind := plain(t), plain(t, trusting)
	warnings := func(b *bundle) int { return b.log.FilterField(zap.String("peer", "127.0.0.1")).Len() }
	b.api(t).Do(t, "GET", "/v1/things", nil).Require(t, 200)
	if n := warnings(b); n != 0 {
		t.Errorf("%d warnings without a proxy", n)
	}
	for range 5 {
		b.api(t).With("X-Forwarded-For", "198.51.100.7").Do(t, "GET", "/v1/things", nil).Require(t, 200)
		behind.api(t).With("X-Forwarded-For", "198.51.100.7").Do(t, "GET", "/v1/things", nil).Require(t, 200)
	}
	if n := warnings(b); n != 1 {
		t.Errorf("%d warnings, want one", n)
	}
	if n := warnings(behind); n != 0 {
		t.Errorf("%d warnings of a proxy that is named", n)
	}
	b.clock.Advance(2 * time.Hour)
	b.api(t).With("X-Forwarded-For", "198.51.100.7").Do(t, "GET", "/v1/things", nil).Require(t, 200)
	if n := warnings(b); n != 2 {
		t.Errorf("%d warnings two hours later, want two", n)
	}
}

func TestGeneralLimits(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{
		"reads": "2/1m", "reads_anonymous": "1/1m", "writes": "2/1m", "writes_anonymous": "1/1m", "admin": "3/1m",
	}))
	customer, other, admin, nobody := b.customer(t), b.customer(t), b.admin(t), b.api(t)
	for _, call := range []struct {
		who          *kit.API
		method, path string
		status       int
	}{
		{nobody, "GET", "/v1/things", 200}, {nobody, "GET", "/v1/greeting", 429}, {nobody, "GET", "/v1/things", 429},
		{nobody, "POST", "/v1/login", 200}, {nobody, "GET", "/healthz", 200}, {nobody, "GET", "/v1/nothing", 404},
		{nobody.With("X-Cart-Token", "c"), "GET", "/v1/cart", 429},
		{nobody.With("X-Cart-Token", "c"), "PUT", "/v1/cart", 200}, {nobody.With("X-Cart-Token", "d"), "PUT", "/v1/cart", 429},
		{nobody, "POST", "/v1/login", 200},
		{customer, "GET", "/v1/greeting", 200}, {customer, "GET", "/v1/cart", 200}, {customer, "GET", "/v1/greeting", 429},
		{customer, "DELETE", "/v1/things/x", 204}, {other, "GET", "/v1/greeting", 200},
		{customer.With("X-Cart-Token", "c"), "PUT", "/v1/cart", 200}, {customer, "DELETE", "/v1/things/x", 429},
		{other, "DELETE", "/v1/things/x", 204},
		{customer, "GET", "/v1/things", 429}, // public: by address, whoever asks
		{admin, "POST", "/v1/admin/things/x/approve", 200}, {admin, "POST", "/v1/admin/things/x/approve", 200},
		{admin, "POST", "/v1/admin/things/x/approve", 200},
		{admin, "POST", "/v1/admin/things/x/approve", 429}, {customer, "POST", "/v1/admin/things/x/approve", 403},
	} {
		if a := call.who.Do(t, call.method, call.path, nil); a.Status != call.status {
			t.Fatalf("%s %s: %d, want %d", call.method, call.path, a.Status, call.status)
		}
	}
}

// TestBadTokens: tokens that do not verify are counted by the client's network. A good one from
// there is not refused, nor is a call without any.
func TestBadTokens(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{"bad_tokens": "2/1m"}), trusting)
	attacker := b.api(t).With("X-Forwarded-For", "198.51.100.7").As("nonsense")
	attacker.Do(t, "GET", "/v1/things", nil).Require(t, 200) // public: the token is not checked
	attacker.Do(t, "GET", "/v1/greeting", nil).Require(t, 401)
	attacker.With("X-Cart-Token", "c").Do(t, "PUT", "/v1/cart", nil).Require(t, 401)
	for _, path := range []string{"/v1/greeting", "/v1/cart"} {
		if a := attacker.Do(t, "GET", path, nil).Require(t, 429, "rate_limited"); a.Header.Get("Retry-After") != "30" ||
			a.Header.Get("RateLimit-Policy") != `"bad_tokens";q=2;w=60` {
			t.Error(a.Header)
		}
	}
	attacker.With("Authorization", "Basic YTpi").Do(t, "POST", "/v1/admin/things/x/approve", nil).Require(t, 429)
	attacker.As("").Do(t, "GET", "/v1/cart", nil).Require(t, 401)
	b.customer(t).With("X-Forwarded-For", "198.51.100.7").Do(t, "GET", "/v1/greeting", nil).Require(t, 200)
	b.customer(t).With("X-Forwarded-For", "198.51.100.7").Do(t, "POST", "/v1/admin/things/x/approve", nil).Require(t, 403)
	attacker.With("X-Forwarded-For", "198.51.100.8").Do(t, "GET", "/v1/greeting", nil).Require(t, 401)
	b.clock.Advance(30 * time.Second)
	attacker.Do(t, "GET", "/v1/greeting", nil).Require(t, 401)
	attacker.Do(t, "GET", "/v1/greeting", nil).Require(t, 429)
}

func TestLimitsAreOffByDefault(t *testing.T) {
	t.Parallel()
	b := plain(t, func(o *httpapi.Options) { o.Limits.Rates = map[string]string{"login": "1/1m", "email": "1/1m"} })
	for range 3 {
		if a := b.api(t).Do(t, "POST", "/v1/login", nil).Require(t, 200); a.Header.Get("RateLimit") != "" {
			t.Error(a.Header)
		}
		if err := b.TakeToken(t.Context(), "email", "ada@example.com"); err != nil {
			t.Error(err)
		}
	}
}

// replica is another process on the database of b, with its tokens and clock. SQLite has one
// process: there it is b itself.
func (b *bundle) replica(t *testing.T, rates map[string]string) *bundle {
	t.Helper()
	if database.Dialect(b.db) == database.SQLite {
		return b
	}
	return setup(t, b.db, limited(rates), func(o *httpapi.Options) { o.Authority, o.Clock = b.auth, b.clock })
}

// TestLimitByCaller: the limit of a user holds across replicas, counts before a replay, and stands
// in the headers.
func TestLimitByCaller(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		rates := map[string]string{"redeem": "3/1m,4/1h"}
		b := setup(t, db, limited(rates))
		replica := b.replica(t, rates)
		here := b.customer(t).With("Idempotency-Key", "k")
		there := *here
		there.Base = replica.base
		a := here.Do(t, "POST", "/v1/redeem", nil).Require(t, 200)
		if a.Header.Get("RateLimit") != `"redeem";r=2;t=20` || a.Header.Get("RateLimit-Policy") != `"redeem";q=3;w=60, "redeem";q=4;w=3600` {
			t.Error(a.Header)
		}
		there.Do(t, "POST", "/v1/redeem", nil).Require(t, 200)
		here.Do(t, "POST", "/v1/redeem", nil).Require(t, 200)
		if a := there.Do(t, "POST", "/v1/redeem", nil).Require(t, 429, "rate_limited"); a.Header.Get("Retry-After") != "20" {
			t.Error(a.Header)
		}
		b.customer(t).Do(t, "POST", "/v1/redeem", nil).Require(t, 200)
		b.clock.Advance(time.Minute)
		there.Do(t, "POST", "/v1/redeem", nil).Require(t, 200)
		if a := here.Do(t, "POST", "/v1/redeem", nil).Require(t, 429); a.Header.Get("Retry-After") != "840" {
			t.Error("the hour's window is full", a.Header)
		}
	}, migrations...)
}

// TestTakeAtOnce: of 40 calls at two replicas exactly the limit gets through, whatever their order.
func TestTakeAtOnce(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		rates := map[string]string{"email": "5/1h,7/24h"}
		b := setup(t, db, limited(rates))
		replicas := []*bundle{b, b.replica(t, rates)}
		var passed atomic.Int64
		var callers sync.WaitGroup
		for i := range 40 {
			callers.Go(func() {
				switch err := replicas[i%2].TakeToken(t.Context(), "email", "ada@example.com"); {
				case err == nil:
					passed.Add(1)
				case !fault.Is(err, fault.RateLimited):
					t.Error(err)
				}
			})
		}
		callers.Wait()
		if passed.Load() != 5 {
			t.Errorf("%d of 5 got through", passed.Load())
		}
		if err := b.TakeToken(t.Context(), "email", "bob@example.com"); err != nil {
			t.Error(err)
		}
		if err := b.TakeToken(t.Context(), "unknown", "ada@example.com"); err != nil {
			t.Error(err)
		}
	}, migrations...)
}

// TestTakeInAnyOrder: of two calls at once the one that read the clock last may be counted first.
// The other is not refused for that.
func TestTakeInAnyOrder(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		readings := unordered{60 * time.Millisecond, 0, 70 * time.Millisecond, 0}
		b := setup(t, db, limited(map[string]string{"email": "2/1h"}), func(o *httpapi.Options) { o.Clock = &readings })
		for range 2 {
			if err := b.TakeToken(t.Context(), "email", "ada@example.com"); err != nil {
				t.Error(err)
			}
		}
		if err := b.TakeToken(t.Context(), "email", "ada@example.com"); !fault.Is(err, fault.RateLimited) {
			t.Error("the third of two:", err)
		}
	}, migrations...)
}

// unordered is a clock that gives the moments, counted from some day's, one after the other.
type unordered []time.Duration

func (u *unordered) Now() time.Time {
	at := time.Unix(1_800_000_000, 0).Add((*u)[0])
	*u = (*u)[1:]
	return at
}

// TestLimitsForget: buckets that are full again are deleted, and rows do not name their callers.
func TestLimitsForget(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b := setup(t, db, limited(map[string]string{"email": "5/1h"}))
		if err := b.TakeToken(t.Context(), "email", "ada@example.com"); err != nil {
			t.Fatal(err)
		}
		var named int64
		if err := db.Table("http_limits").Where("id LIKE ?", "%ada%").Count(&named).Error; err != nil || named > 0 {
			t.Fatal(named, err)
		}
		b.clock.Advance(2 * time.Hour)
		b.run(t)
		kit.Eventually(t, "full buckets are gone", func() error {
			var n int64
			if err := db.Table("http_limits").Count(&n).Error; err != nil || n > 0 {
				return fmt.Errorf("%d left: %w", n, err)
			}
			return nil
		})
	}, migrations...)
}

// TestClockSetBack: after the clock was set back by an hour, a caller waits no longer than before.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b := setup(t, db, limited(map[string]string{"login": "3/1m", "email": "3/1m,60/2h"}))
		byAddress := func() string { return b.api(t).Do(t, "POST", "/v1/login", nil).Header.Get("Retry-After") }
		shared := func() string {
			if err := b.TakeToken(t.Context(), "email", "ada@example.com"); err != nil {
				return fmt.Sprint(err.(*fault.Fault).RetryAfter.Seconds())
			}
			return ""
		}
		for name, call := range map[string]func() string{"by address": byAddress, "shared": shared} {
			for range 3 {
				call()
			}
			b.clock.Advance(-time.Hour)
			if wait := call(); wait != "20" {
				t.Errorf("%s: the wait is %q, want 20", name, wait)
			}
			b.clock.Advance(20 * time.Second)
			if first, second := call(), call(); first != "" || second != "20" {
				t.Errorf("%s: the waits are %q and %q after 20 s", name, first, second)
			}
			b.clock.Advance(2 * time.Hour)
		}
	}, migrations...)
}

// noteCommits writes into the table commits, for each call that is counted, whether its commit
// waits for the disk.
func noteCommits(t *testing.T, db *gorm.DB) {
	t.Helper()
	for _, statement := range []string{
		`CREATE TABLE commits (durable text)`,
		`CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO commits
			VALUES (current_setting('synchronous_commit')); RETURN new; END $$`,
		`CREATE TRIGGER note AFTER INSERT OR UPDATE ON http_limits FOR EACH ROW EXECUTE FUNCTION note()`,
	} {
		if err := db.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
}

// TestTakeCosts: a shared limit is one statement for all its windows, none on SQLite, whose commit
// waits for no disk and changes nothing for the connection; a refused call leaves the buckets as
// they were.
func TestTakeCosts(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b := setup(t, db, limited(map[string]string{"email": "2/1m,2/1h,9/24h"}))
		postgres := database.Dialect(db) == database.Postgres
		if postgres {
			noteCommits(t, db)
		}
		var statements atomic.Int64
		count := func(*gorm.DB) { statements.Add(1) }
		for _, err := range []error{db.Callback().Row().Register("count", count), db.Callback().Raw().Register("count", count), db.Callback().
			Query().Register("count", count)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			if err := b.TakeToken(t.Context(), "email", "ada@example.com"); err != nil {
				t.Fatal(err)
			}
		}
		if n := statements.Load(); n > 2 || !postgres && n > 0 {
			t.Errorf("%d statements for two calls", n)
		}
		rows := func() (all []map[string]any) {
			if err := db.Table("http_limits").Find(&all).Error; err != nil {
				t.Fatal(err)
			}
			return all
		}
		before := rows()
		for range 3 {
			if err := b.TakeToken(t.Context(), "email", "ada@example.com"); !fault.Is(err, fault.RateLimited) {
				t.Fatal(err)
			}
		}
		if after := rows(); !reflect.DeepEqual(before, after) {
			t.Errorf("refused calls were counted: %v, before %v", after, before)
		}
		if !postgres {
			return
		}
		var durable []string
		if err := db.Raw(`SELECT durable FROM commits`).Scan(&durable).Error; err != nil || !slices.Equal(durable, []string{"off", "off"}) {
			t.Errorf("the commits were %v: %v", durable, err)
		}
		var setting string
		for range 20 { // whichever connection
			if err := db.Raw(`SELECT current_setting('synchronous_commit')`).Scan(&setting).Error; err != nil || setting != "on" {
				t.Fatal(setting, err)
			}
		}
	}, migrations...)
}

// TestTakeInHeaders: what a handler counts is in the headers of its answer too.
func TestTakeInHeaders(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{"login": "9/1m", "email": "1/1h"}))
	b.take = b.TakeToken
	api := b.api(t)
	if a := api.Do(t, "POST", "/v1/login", nil).Require(t, 200); a.Header.Get("RateLimit") != `"login";r=8;t=7, "email";r=0;t=3600` {
		t.Error(a.Header)
	}
	a := api.Do(t, "POST", "/v1/login", nil).Require(t, 429, "rate_limited")
	if a.Header.Get("Retry-After") != "3600" || a.Header.Get("RateLimit-Policy") != `"login";q=9;w=60, "email";q=1;w=3600` {
		t.Error(a.Header)
	}
}

func TestTakeRefusesATransaction(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{"email": "5/1h"}))
	err := database.InTx(t.Context(), b.db, func(tx *gorm.DB) error { return b.TakeToken(tx.Statement.Context, "email", "ada@example.com") })
	if err == nil || fault.Is(err, fault.RateLimited) {
		t.Fatal(err)
	}
}
