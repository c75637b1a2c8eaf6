package httpapi_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
	"go.uber.org/zap/zaptest"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const publicURL = "https://shop.example"

// bundle is an API with a few operations, in front of a database.
type bundle struct {
	*httpapi.Router
	db    *gorm.DB
	auth  *auth.Authority
	clock *clock.Shifted
	base  string
}

// setup makes an API on db (nil: none); change adapts the options, routes registers operations.
func setup(t *testing.T, db *gorm.DB, routes func(b *bundle), change ...func(o *httpapi.Options)) *bundle {
	t.Helper()
	b := &bundle{db: db, clock: new(clock.Shifted)}
	file := filepath.Join(t.TempDir(), "keys.pem")
	if err := auth.GenerateKeysFile(file); err != nil {
		t.Fatal(err)
	}
	keys, err := auth.LoadKeys(file)
	if err != nil {
		t.Fatal(err)
	}
	b.auth = auth.New(db, auth.Options{Keys: keys, Issuer: publicURL, Audience: "orderd", Clock: b.clock})
	o := httpapi.Options{DB: db, Authority: b.auth, Clock: b.clock, Log: zaptest.NewLogger(t), PublicURL: publicURL, JWKS: keys.JWKS}
	for _, c := range change {
		c(&o)
	}
	b.Router, err = httpapi.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if routes != nil {
		routes(b)
	}
	server := httptest.NewServer(b.Handler())
	t.Cleanup(server.Close)
	t.Cleanup(b.Drain)
	b.base = server.URL
	return b
}

// api calls the bundle; every answer is checked against the document.
func (b *bundle) api(t *testing.T) *kit.API {
	t.Helper()
	api := kit.NewAPI(b.base, kit.LoadContract(t, b.base))
	return api
}

// token is an access token of a fresh user.
func (b *bundle) token(t *testing.T, role string) (token, userID string) {
	t.Helper()
	userID = id.New()
	token, _, err := b.auth.Issue(auth.Principal{UserID: userID, SessionID: id.New(), Role: role, AccountType: "retail", Email: "ada@example.com", Name: "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	return token, userID
}

type thing struct {
	ID    string        `json:"id" example:"0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f"`
	Name  string        `json:"name" example:"Moka"`
	Note  *string       `json:"note" example:"left-handed"`
	Size  *dimension    `json:"size"`
	Added httpapi.Time  `json:"added"`
	Ended *httpapi.Time `json:"ended"`
}

func (th thing) Location() string { return "/v1/things/" + th.ID }

type dimension struct {
	Height int64 `json:"height" example:"20"`
}

type newThing struct {
	Body struct {
		Name   httpapi.Text      `json:"name" minLength:"1" maxLength:"20" example:"Moka"`
		Email  httpapi.Email     `json:"email" example:"ada@example.com"`
		Rating httpapi.Whole     `json:"rating" minimum:"1" maximum:"5" example:"4"`
		Note   *httpapi.Text     `json:"note,omitempty" maxLength:"500"`
		Kind   httpapi.Text      `json:"kind,omitempty" enum:"round,square"`
		Tags   []httpapi.Text    `json:"tags,omitempty" maxItems:"3" maxLength:"10"`
		Since  *httpapi.Time     `json:"since,omitempty"`
		Size   *newSize          `json:"size,omitempty"`
		Sizes  []newSize         `json:"sizes,omitempty"`
		Extra  map[string]string `json:"extra,omitempty"`
		Secret string            `json:"secret,omitempty" maxLength:"30"`
		Active bool              `json:"active,omitempty"`
	}
}

type newSize struct {
	Height httpapi.Whole `json:"height" minimum:"0" maximum:"1000" example:"20"`
}

// things registers create, read, list, change and delete of things that nobody stores.
func things(b *bundle) {
	httpapi.Handle(b.Router, httpapi.User, httpapi.Op{ID: "createThing", Method: http.MethodPost, Path: "/v1/things", Tag: "Things", Summary: "Make a thing", Status: 201},
		func(ctx context.Context, in *newThing) (*httpapi.Reply[thing], error) {
			return httpapi.Commit(ctx, b.db, 201, func(*gorm.DB) (thing, error) {
				return thing{ID: id.New(), Name: string(in.Body.Name), Added: httpapi.TimeOf(b.clock.Now())}, nil
			})
		})
}
