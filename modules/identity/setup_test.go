package identity

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/httpapi"
	"orderd/platform/module"
	"orderd/platform/onetimecode"
	"orderd/platform/password"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

const phrase = "correct horse battery"

var (
	ring   = secret.New("the secret of these tests, long enough")
	hasher = password.New()
)

// house is the running module, with what the other modules would do to it.
type house struct {
	*moduletest.Runner
	statements *statements
}

// each runs test on both databases, with rate limits on, and the pauses that are the module's own.
func each(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	eachWith(t, Config{}, test)
}

func eachWith(t *testing.T, c Config, test func(t *testing.T, h *house)) {
	t.Helper()
	t.Parallel()
	if c.Secret.Empty() {
		c.Secret = ring
	}
	c.ShopName = "Kaffeehaus Wien"
	var counted sync.Map // *gorm.DB → *statements
	build := func(p moduletest.Deps) module.Module {
		counted.Store(p.DB, count(t, p.DB))
		var m module.Module
		m = New(Deps{
			DB: p.DB, Clock: p.Clock, Log: p.Log, Authority: p.Authority, Hasher: hasher, Pseudonyms: kit.Pseudonyms, Config: c,
			Export: func(ctx context.Context, userID string) (map[string]any, error) {
				own, err := m.Export(ctx, p.DB, userID)
				return map[string]any{"identity": own}, err
			},
		})
		return m
	}
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) {
		s, _ := counted.Load(r.DB)
		test(t, &house{r, s.(*statements)})
	})
}

// statements are those of requests on the module's tables, by their first words. What jobs and
// consumers do meanwhile does not count.
type statements struct {
	mu  sync.Mutex
	all []string
}

// count registers with the handle before anything else uses it.
func count(t *testing.T, db *gorm.DB) *statements {
	t.Helper()
	s := &statements{}
	note := func(tx *gorm.DB) {
		inRequest := httpapi.RequestID(tx.Statement.Context) != ""
		if sql := tx.Statement.SQL.String(); inRequest && strings.Contains(sql, "identity_") {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.all = append(s.all, strings.Join(strings.Fields(sql)[:3], " "))
		}
	}
	c := db.Callback()
	for _, err := range []error{
		c.Create().After("gorm:create").Register("test:create", note), c.Query().After("gorm:query").Register("test:query", note),
		c.Update().After("gorm:update").Register("test:update", note), c.Delete().After("gorm:delete").Register("test:delete", note),
		c.Row().After("gorm:row").Register("test:row", note), c.Raw().After("gorm:raw").Register("test:raw", note),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// since lists the statements since it was last called.
func (s *statements) since() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := fmt.Sprintf("%d: %s", len(s.all), strings.Join(s.all, "; "))
	s.all = nil
	return list
}

// processes are those that serve the house: on PostgreSQL two, with nothing in common but the database.
func (h *house) processes(t *testing.T) []*house {
	t.Helper()
	if database.Dialect(h.DB) == database.SQLite {
		return []*house{h}
	}
	return []*house{h, {Runner: h.Replica(t)}}
}

type object map[string]any

func (h *house) post(t *testing.T, path string, body any) kit.Answer {
	t.Helper()
	return h.API.Do(t, "POST", "/v1/auth/"+path, body)
}

// customer is a session of somebody.
type customer struct {
	*kit.API
	ID, Email, Access, Refresh string
}

func (h *house) session(t *testing.T, a kit.Answer) customer {
	t.Helper()
	a.Require(t, 200)
	return customer{API: h.API.As(a.Text("accessToken")), ID: a.Text("user.id"), Email: a.Text("user.email"), Access: a.Text("accessToken"), Refresh: a.Text("refreshToken")}
}

// register asks for an account and gives the attempt's id and its code.
func (h *house) register(t *testing.T, email string) (registrationID, code string) {
	t.Helper()
	a := h.post(t, "register", object{"email": email, "password": phrase, "fullName": "Ada Lovelace"}).Require(t, 202)
	registrationID = a.Text("registrationId")
	return registrationID, h.codeOf(t, "registration_id", registrationID)
}

// customer registers, verifies and logs in.
func (h *house) customer(t *testing.T, email string) customer {
	t.Helper()
	_, code := h.register(t, email)
	return h.session(t, h.post(t, "verify-email", object{"email": email, "code": code}))
}

func (h *house) login(t *testing.T, email, password string) kit.Answer {
	t.Helper()
	return h.post(t, "login", object{"email": email, "password": password})
}

// admin is a logged-in admin.
func (h *house) admin(t *testing.T, email string) customer {
	t.Helper()
	c := h.customer(t, email)
	if err := h.DB.Exec("UPDATE identity_users SET role = ? WHERE id = ?", auth.RoleAdmin, c.ID).Error; err != nil {
		t.Fatal(err)
	}
	return h.session(t, h.login(t, email, phrase))
}

// codeOf is the code of the challenge whose column is value: what the mailer would derive.
func (h *house) codeOf(t *testing.T, column, value string) string {
	t.Helper()
	c := h.challenge(t, column, value)
	return onetimecode.Derive(ring.First(), c.Purpose, c.ID)
}

func (h *house) challenge(t *testing.T, column, value string) challenge {
	t.Helper()
	var c challenge
	if err := h.DB.Where(column+" = ?", value).Take(&c).Error; err != nil {
		t.Fatal(err)
	}
	return c
}

// wrong is a code of the same length that is not c.
func wrong(c string) string {
	last := (c[len(c)-1]-'0'+1)%10 + '0'
	return c[:len(c)-1] + string(last)
}

// atOnce runs fn n times at once and counts what it returned.
func atOnce[T comparable](n int, fn func(i int) T) map[T]int {
	var (
		mu      sync.Mutex
		results = map[T]int{}
		start   = make(chan struct{})
		wait    sync.WaitGroup
	)
	for i := range n {
		wait.Go(func() {
			<-start
			result := fn(i)
			mu.Lock()
			defer mu.Unlock()
			results[result]++
		})
	}
	close(start)
	wait.Wait()
	return results
}

// names are the recorded events' names without the module and version.
func names(r *eventbustest.Recorder) string {
	var all []string
	for _, n := range r.Names() {
		all = append(all, strings.TrimSuffix(strings.TrimPrefix(n, "identity."), ".v1"))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// count counts the rows of a table.
func (h *house) count(t *testing.T, table string) int64 {
	t.Helper()
	var n int64
	if err := h.DB.Table(table).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// gone wants an access token to be refused within a second.
func gone(t *testing.T, caller *kit.API) {
	t.Helper()
	kit.Within(t, time.Second, "the access token has ended", func() error {
		if a := caller.Do(t, "GET", "/v1/users/me", nil); a.Status != 401 {
			return fmt.Errorf("status %d", a.Status)
		}
		return nil
	})
}

// containsWord tells whether word occurs in text with no digit or letter right before or after it: six digits may well
// occur inside an id.
func containsWord(text, word string) bool {
	return regexp.MustCompile(`(^|[^0-9A-Za-z])` + regexp.QuoteMeta(word) + `($|[^0-9A-Za-z])`).MatchString(text)
}
