package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing/fstest"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

// things is a module as small as one can be: every kind of operation once.
type things struct {
	db    *gorm.DB
	clock clock.Clock
	// made counts the runs of the use case, so that a test sees effects that leave no row.
	made atomic.Int64
	// entered and leave, when set, stop the use case of create in the middle.
	entered, leave chan struct{}
	// take, when set, is called by login.
	take func(ctx context.Context, name, key string) error
	// body is what the latest create was given.
	body atomic.Pointer[newThing]
}

const createThings = "-- +goose Up\nCREATE TABLE things (id VARCHAR(36) PRIMARY KEY, name VARCHAR(200) NOT NULL);\n"

var migrations = []database.Migrations{
	httpapi.Migrations(), auth.Migrations(),
	{Name: "things", FS: fstest.MapFS{
		"migrations/postgres/00001_things.sql": {Data: []byte(createThings)},
		"migrations/sqlite/00001_things.sql":   {Data: []byte(createThings)},
	}},
}

// The codes of the module, of the kinds that modules have: a conflict, one with members, a 401.
const (
	codeTaken    fault.Code = "slug_taken"
	codeShortage fault.Code = "insufficient_stock"
	codeRefused  fault.Code = "invalid_credentials"
)

var problems = httpapi.Problems{Statuses: map[fault.Code]int{codeTaken: 409, codeShortage: 409, codeRefused: 401}}

type thing struct {
	ID    string        `json:"id" example:"0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f"`
	Name  string        `json:"name" example:"Moka"`
	Note  *string       `json:"note" example:"left-handed"`
	Size  *size         `json:"size"`
	Added httpapi.Time  `json:"added"`
	Ended *httpapi.Time `json:"ended"`
	Shape *string       `json:"shape" enum:"round,square" schema:"Shape"`
	From  *string       `json:"from" schema:"Country"`

	owner string
	known bool
}

func (th thing) Location() string    { return "/v1/things/" + th.ID }
func (th thing) DataSubject() string { return th.owner }
func (th thing) Repeated() bool      { return th.known }

type size struct {
	Height int64 `json:"height" example:"20"`
}

type newThing struct {
	Body struct {
		Name   httpapi.Text      `json:"name" minLength:"1" maxLength:"20" example:"Moka"`
		Email  httpapi.Email     `json:"email,omitempty" example:"ada@example.com"`
		Rating httpapi.Int       `json:"rating,omitempty" minimum:"1" maximum:"5" example:"4"`
		Count  httpapi.Int       `json:"count,omitempty"`
		Note   *httpapi.Text     `json:"note,omitempty" maxLength:"500"`
		Kind   httpapi.Text      `json:"kind,omitempty" enum:"round,square"`
		Shape  *string           `json:"shape,omitempty" enum:"round,square" schema:"Shape"`
		Tags   []httpapi.Text    `json:"tags,omitempty" minItems:"1" maxItems:"3" maxLength:"10"`
		Since  *httpapi.Time     `json:"since,omitempty"`
		Size   *newSize          `json:"size,omitempty"`
		Sizes  []newSize         `json:"sizes,omitempty"`
		Labels map[string]string `json:"labels,omitempty"`
		Secret string            `json:"secret,omitempty" minLength:"8" maxLength:"12"`
		Slug   string            `json:"slug,omitempty" pattern:"^[a-z]+$"`
		Brand  string            `json:"brand,omitempty" format:"uuid"`
		Logo   *httpapi.Text     `json:"logo,omitempty" format:"uri"`
		Active bool              `json:"active,omitempty"`
		Price  money.Cents       `json:"price,omitempty" minimum:"0"`
		From   httpapi.Int       `json:"from,omitempty"`
		To     httpapi.Int       `json:"to,omitempty"`
	}
}

func (in *newThing) Check() []fault.Field {
	if in.Body.From > in.Body.To {
		return []fault.Field{{Pointer: "/to", Code: fault.OutOfRange, Detail: "must not be less than from"}}
	}
	return nil
}

type newSize struct {
	Height httpapi.Int `json:"height" minimum:"0" maximum:"1000" example:"20"`
}

type thingAt struct {
	ID string `path:"id"`
}

type changeThing struct {
	ID   string `path:"id"`
	Body struct {
		Name httpapi.Optional[httpapi.Text] `json:"name" nullable:"false" minLength:"1" maxLength:"20" example:"Moka"`
		Note httpapi.Optional[httpapi.Text] `json:"note" maxLength:"500" example:"left-handed"`
		Size httpapi.Optional[newSize]      `json:"size"`
	}
}

type changed struct {
	Name string `json:"name"`
	Note string `json:"note"`
}

type listThings struct {
	httpapi.Page
	Kind   string  `query:"kind" enum:"round,square" schema:"Shape"`
	Q      string  `query:"q" maxLength:"10"`
	Active bool    `query:"active"`
	Price  float64 `query:"price" minimum:"0"`
	Color  string  `header:"X-Color" maxLength:"5"`
}

// shortage is what a problem with insufficient_stock carries.
type shortage struct {
	Items []string `json:"items" nullable:"false"`
	Left  int      `json:"left"`
}

type greeting struct {
	Hello string `json:"hello" example:"anonymous"`
}

func (s *things) routes(r *httpapi.Router) {
	r.RegisterProblems(problems)
	r.AcceptGuestToken(httpapi.GuestToken{Name: "cart", Header: "X-Cart-Token", Description: "The token of a cart."})
	op := func(id, method, path string) httpapi.Op {
		return httpapi.Op{ID: id, Method: method, Path: path, Tag: "Things", Summary: id}
	}
	create := op("createThing", http.MethodPost, "/v1/things")
	create.Status, create.Errors = http.StatusCreated, []fault.Code{codeTaken}
	httpapi.Handle(r, httpapi.User, create, s.create)
	httpapi.Handle(r, httpapi.Public, op("listThings", http.MethodGet, "/v1/things"), s.list)
	httpapi.Handle(r, httpapi.Public, op("getThing", http.MethodGet, "/v1/things/{id}"), s.get)
	httpapi.Handle(r, httpapi.User, op("changeThing", http.MethodPatch, "/v1/things/{id}"), s.change)
	httpapi.Handle(r, httpapi.User, op("deleteThing", http.MethodDelete, "/v1/things/{id}"), s.delete)
	approve := op("approveThing", http.MethodPost, "/v1/admin/things/{id}/approve")
	approve.Tag, approve.Scope = "Administration of things", "things:approve"
	httpapi.Handle(r, httpapi.Admin, approve, s.approve)
	find := op("findThings", http.MethodGet, "/v1/admin/things")
	find.Tag, find.Scope = approve.Tag, "things:read"
	httpapi.Handle(r, httpapi.Admin, find, s.find)
	httpapi.Handle(r, httpapi.OptionalUser, op("greet", http.MethodGet, "/v1/greeting"), s.greet)
	price := op("getPrice", http.MethodGet, "/v1/price")
	price.Cached, price.Tag = true, "Prices"
	httpapi.Handle(r, httpapi.OptionalUser, price, s.price)
	upload := op("measure", http.MethodPost, "/v1/measure")
	upload.Consumes = "text/csv"
	httpapi.HandleUpload(r, httpapi.User, upload, s.measure)
	httpapi.Handle(r, httpapi.UserOrGuest, op("getCart", http.MethodGet, "/v1/cart"), s.greet)
	newCart := op("getNewCart", http.MethodGet, "/v1/cart/new")
	newCart.NewGuest = true
	httpapi.Handle(r, httpapi.UserOrGuest, newCart, s.greet)
	cart := op("emptyCart", http.MethodPut, "/v1/cart")
	cart.KeepResponse = time.Hour
	httpapi.Handle(r, httpapi.UserOrGuest, cart, s.put)
	apply := op("apply", http.MethodPost, "/v1/applications")
	apply.Status, apply.Errors = create.Status, create.Errors
	httpapi.Handle(r, httpapi.Public, apply, s.create)
	secret := op("login", http.MethodPost, "/v1/login")
	secret.Secret, secret.Limits = true, []string{"login"}
	httpapi.Handle(r, httpapi.Public, secret, s.login)
	limited := op("redeem", http.MethodPost, "/v1/redeem")
	limited.Limits = []string{"redeem"}
	httpapi.Handle(r, httpapi.User, limited, s.put)
	httpapi.Handle(r, httpapi.Public, op("listSuggestions", http.MethodGet, "/v1/suggestions"), s.find)
	httpapi.Handle(r, httpapi.Public, op("suggest", http.MethodPost, "/v1/suggestions"), s.put)
	broken := op("break", http.MethodGet, "/v1/broken/{how}")
	broken.Errors = []fault.Code{codeShortage, fault.InUse, codeRefused}
	broken.ProblemMembers = map[fault.Code]any{codeShortage: shortage{[]string{"a"}, 3}}
	httpapi.Handle(r, httpapi.Public, broken, s.fail)
}

func (s *things) create(ctx context.Context, in *newThing) (*httpapi.Reply[thing], error) {
	s.body.Store(in)
	return httpapi.Commit(ctx, s.db, http.StatusCreated, func(tx *gorm.DB) (thing, error) {
		s.made.Add(1)
		th := thing{
			ID: id.New(), Name: string(in.Body.Name), Added: httpapi.TimeOf(s.clock.Now()), owner: kit.AddressID(string(in.Body.Email)),
			known: in.Body.Name == "known",
		}
		if in.Body.Size != nil {
			th.Size = &size{Height: int64(in.Body.Size.Height)}
		}
		if err := tx.Exec(`INSERT INTO things (id, name) VALUES (?, ?)`, th.ID, th.Name).Error; err != nil {
			return thing{}, err
		}
		if s.entered != nil {
			s.entered <- struct{}{}
			<-s.leave
		}
		if th.Name == "taken" {
			return thing{}, fault.New(codeTaken, "This slug is in use.")
		}
		return th, nil
	})
}

func (s *things) list(_ context.Context, in *listThings) (*httpapi.Reply[httpapi.List[thing]], error) {
	rows, total, err := httpapi.FindPage[struct {
		ID   string
		Name string
	}](s.db.Table("things"), in.Page, "id DESC")
	if err != nil {
		return nil, err
	}
	var views []thing
	for _, row := range rows {
		views = append(views, thing{ID: row.ID, Name: row.Name})
	}
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (s *things) get(_ context.Context, in *thingAt) (*httpapi.Reply[thing], error) {
	if !id.Valid(in.ID) {
		return nil, fault.Missing()
	}
	return httpapi.OK(thing{ID: in.ID})
}

func (s *things) change(ctx context.Context, in *changeThing) (*httpapi.Reply[changed], error) {
	return httpapi.Commit(ctx, s.db, http.StatusOK, func(*gorm.DB) (changed, error) {
		show := func(o httpapi.Optional[httpapi.Text]) string {
			switch {
			case !o.Set:
				return "unchanged"
			case o.Null:
				return "cleared"
			}
			return string(o.Value)
		}
		return changed{show(in.Body.Name), show(in.Body.Note)}, nil
	})
}

func (s *things) delete(ctx context.Context, _ *thingAt) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, s.db, http.StatusNoContent, func(*gorm.DB) (httpapi.None, error) {
		s.made.Add(1)
		return httpapi.None{}, nil
	})
}

func (s *things) approve(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Note httpapi.Text `json:"note,omitempty" maxLength:"100"`
	}
}) (*httpapi.Reply[greeting], error) {
	return httpapi.Commit(ctx, s.db, http.StatusOK, func(*gorm.DB) (greeting, error) { return greeting{string(in.Body.Note)}, nil })
}

// find answers with what it was given.
func (s *things) find(_ context.Context, in *struct {
	Q      string                    `query:"q" maxLength:"10"`
	Shapes httpapi.ListParam[string] `query:"shape" enum:"round,square,oval" maxItems:"2"`
	IDs    httpapi.ListParam[string] `query:"ids" format:"uuid" maxItems:"2"`
	Option httpapi.NamedLists        `query:"option"`
}) (*httpapi.Reply[greeting], error) {
	text := fmt.Sprint(in.Q, in.Shapes, len(in.IDs))
	if options := in.Option.Values(); len(options) > 0 {
		text += fmt.Sprint(options)
	}
	return httpapi.OK(greeting{text})
}

func (s *things) greet(ctx context.Context, _ *struct{}) (*httpapi.Reply[greeting], error) {
	p, ok := auth.From(ctx)
	if !ok {
		return httpapi.OK(greeting{"anonymous " + httpapi.GuestTokenOf(ctx)})
	}
	return httpapi.OK(greeting{p.Name})
}

func (s *things) price(ctx context.Context, _ *struct{}) (*httpapi.Reply[size], error) {
	if _, ok := auth.From(ctx); ok {
		return httpapi.Cached(ctx, size{90})
	}
	return httpapi.Cached(ctx, size{100})
}

func (s *things) measure(ctx context.Context, in *struct {
	Unit string `query:"unit" enum:"cm,mm"`
}, body *io.SectionReader) (*httpapi.Reply[size], error) {
	n, err := io.Copy(io.Discard, body)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, s.db, http.StatusOK, func(*gorm.DB) (size, error) {
		s.made.Add(1)
		return size{n}, nil
	})
}

func (s *things) login(ctx context.Context, _ *struct{}) (*httpapi.Reply[greeting], error) {
	if s.take != nil {
		if err := s.take(ctx, "email", "ada@example.com"); err != nil {
			return nil, err
		}
	}
	return httpapi.Commit(ctx, s.db, http.StatusOK, func(*gorm.DB) (greeting, error) {
		s.made.Add(1)
		return greeting{strings.Repeat(id.New(), 50)}, nil // long enough to be compressed
	})
}

func (s *things) put(ctx context.Context, _ *struct{}) (*httpapi.Reply[greeting], error) {
	return httpapi.Commit(ctx, s.db, http.StatusOK, func(*gorm.DB) (greeting, error) {
		s.made.Add(1)
		return greeting{id.New()}, nil
	})
}

func (s *things) fail(ctx context.Context, in *struct {
	How string `path:"how"`
}) (*httpapi.Reply[greeting], error) {
	switch in.How {
	case "panic":
		panic("secret internals")
	case "error":
		return nil, errors.New("pq: secret internals")
	case "deadline":
		return nil, context.DeadlineExceeded
	case "forever":
		<-ctx.Done()
		return nil, ctx.Err()
	case "slow-query":
		return nil, database.InTx(ctx, s.db, func(tx *gorm.DB) error {
			return tx.Exec("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n").Error
		})
	case "unknown-code":
		return nil, fault.New("no_such_code", "secret internals")
	case "stock":
		return nil, fault.New(codeShortage, "Not enough.").WithMembers(shortage{[]string{"a"}, 3})
	case "credentials":
		return nil, fault.New(codeRefused, "Wrong.")
	case "wrapped":
		return nil, errors.Join(errors.New("context"), fault.Missing())
	case "database":
		return nil, database.InTx(ctx, s.db, func(tx *gorm.DB) error { return tx.Exec("SELECT nonsense").Error })
	}
	return nil, fault.Missing()
}
