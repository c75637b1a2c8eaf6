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

	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/module"
	"orderd/platform/onetimecode"
	"orderd/platform/password"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

const goodPassword = "correct horse battery"

var (
	secrets = secret.New("the secret of these tests, long enough")
	hasher  = password.NewWeak()
)

// harness runs the module alone, with a client of its API.
type harness struct {
	*moduletest.Runner
	statements *statements
}

// each runs test on both databases, with rate limits and lockouts on.
func each(t *testing.T, test func(t *testing.T, h *harness)) {
	t.Helper()
	eachWith(t, Config{}, test)
}

func eachWith(t *testing.T, c Config, test func(t *testing.T, h *harness)) {
	t.Helper()
	t.Parallel()
	if c.Secret.Empty() {
		c.Secret = secrets
	}
	var counted sync.Map // *gorm.DB → *statements
	build := func(p moduletest.Deps) module.Module {
		counted.Store(p.DB, recordStatements(t, p.DB))
		var m module.Module
		m = New(Deps{
			DB: p.DB, Clock: p.Clock, Log: p.Log, Authority: p.Authority, Hasher: hasher, Pseudonyms: kit.Pseudonyms, Copies: p.Copies, Config: c,
			Export: func(ctx context.Context, userID string) (map[string]any, error) {
				own, err := m.Export(ctx, p.DB, userID)
				return map[string]any{"identity": own}, err
			},
		})
		return m
	}
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) {
		s, _ := counted.Load(r.DB)
		r.Publish(t, shop.SettingsSaved{Group: shop.GroupProfile, Version: 1, After: kit.JSON(t, shop.Profile{Name: "Kaffeehaus Wien"})})
		test(t, &harness{r, s.(*statements)})
	})
}

// processes are two replicas on PostgreSQL, which share the database alone; on SQLite one.
func (h *harness) processes(t *testing.T) []*harness {
	t.Helper()
	if database.Dialect(h.DB) == database.SQLite {
		return []*harness{h}
	}
	return []*harness{h, {Runner: h.Replica(t)}}
}

type object map[string]any

func (h *harness) post(t *testing.T, path string, body any) kit.Answer {
	t.Helper()
	return patiently(t, h.API, "POST", "/v1/auth/"+path, body)
}

// patiently calls again while no core is free to hash a password. Such a call has counted nothing
// (TestAnOverloadedLoginCostsNoStatement).
func patiently(t *testing.T, caller *kit.API, method, path string, body any) kit.Answer {
	t.Helper()
	answer, err := kit.Patiently(func() (kit.Answer, error) { return caller.Try(method, path, body) })
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// customer is a logged-in user.
type customer struct {
	*kit.API
	ID, Email, Access, Refresh string
}

func (h *harness) session(t *testing.T, a kit.Answer) customer {
	t.Helper()
	a.Require(t, 200)
	return customer{
		API: h.API.As(a.Text("accessToken")), ID: a.Text("user.id"), Email: a.Text("user.email"), Access: a.Text("accessToken"),
		Refresh: a.Text("refreshToken"),
	}
}

// register asks for an account and returns the registration's id and its code.
func (h *harness) register(t *testing.T, email string) (registrationID, code string) {
	t.Helper()
	a := h.post(t, "register", object{"email": email, "password": goodPassword, "fullName": "Ada Lovelace"}).Require(t, 202)
	registrationID = a.Text("registrationId")
	return registrationID, h.codeOf(t, "registration_id", registrationID)
}

// customer registers, verifies and logs in.
func (h *harness) customer(t *testing.T, email string) customer {
	t.Helper()
	_, code := h.register(t, email)
	return h.session(t, h.post(t, "verify-email", object{"email": email, "code": code}))
}

// verifiedProfile is the caller's profile; its address must be verified.
func verifiedProfile(t *testing.T, c customer) kit.Answer {
	t.Helper()
	profile := c.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
	if profile.Text("emailVerifiedAt") == "" {
		t.Errorf("not verified: %s", profile.Body)
	}
	return profile
}

func (h *harness) login(t *testing.T, email, password string) kit.Answer {
	t.Helper()
	return h.post(t, "login", object{"email": email, "password": password})
}

// admin is a logged-in admin.
func (h *harness) admin(t *testing.T, email string) customer {
	t.Helper()
	c := h.customer(t, email)
	if err := h.DB.Exec("UPDATE identity_users SET role = ? WHERE id = ?", auth.RoleAdmin, c.ID).Error; err != nil {
		t.Fatal(err)
	}
	return h.session(t, h.login(t, email, goodPassword))
}

// codeOf is the code of the newest challenge whose column is value: what the mailer would derive.
func (h *harness) codeOf(t *testing.T, column, value string) string {
	t.Helper()
	c := h.challenge(t, column, value)
	return onetimecode.Derive(secrets.First(), c.Purpose, c.CodeID)
}

func (h *harness) challenge(t *testing.T, column, value string) challenge {
	t.Helper()
	var c challenge
	if err := h.DB.Where(column+" = ?", value).Order("made_at DESC, id DESC").Take(&c).Error; err != nil {
		t.Fatal(err)
	}
	return c
}

// wrong returns another code of the same length.
func wrong(c string) string {
	last := (c[len(c)-1]-'0'+1)%10 + '0'
	return c[:len(c)-1] + string(last)
}

// eventNames are the recorded events' names without the module and version.
func eventNames(r *eventbustest.Recorder) string {
	var all []string
	for _, n := range r.Names() {
		all = append(all, strings.TrimSuffix(strings.TrimPrefix(n, "identity."), ".v1"))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// count counts the rows of a table.
func (h *harness) count(t *testing.T, table string) int64 {
	t.Helper()
	var n int64
	if err := h.DB.Table(table).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// revocationTime is the second after which every process knows of a revocation, and what a busy
// machine adds.
const revocationTime = 9 * time.Second

// requireTokenEnds waits until the access token is refused, for at most revocationTime.
func requireTokenEnds(t *testing.T, caller *kit.API) {
	t.Helper()
	kit.Within(t, revocationTime, "the access token has ended", func() error {
		if a := caller.Do(t, "GET", "/v1/users/me", nil); a.Status != 401 {
			return fmt.Errorf("status %d", a.Status)
		}
		return nil
	})
}

// containsWord reports whether word occurs in text without a digit or letter next to it: six digits
// may occur inside an id, and in the fraction of a second.
func containsWord(text, word string) bool {
	return regexp.MustCompile(`(^|[^0-9A-Za-z.-])` + regexp.QuoteMeta(word) + `($|[^0-9A-Za-z])`).MatchString(text)
}
