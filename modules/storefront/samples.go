package storefront

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"orderd/platform/locale"
)

// A theme is checked, and the pages are tested, against samples of what the interface answers: a
// shop in every state, with visitors of every kind.

// sampleState is how the shop and the visitor's things are.
type sampleState struct {
	name     string
	many     int // entries of a list
	variants int
	text     string // in every place that people write to
	soldOut  bool
	refused  bool // whatever is sent has faults
	fails    int  // the status of all that is asked for beside what stands around every page; else 0
}

// sampleMarkup stands in every text: shown as it is, it would be a script.
const sampleMarkup = `Halm & "Bohne" <script>alert(1)</script>`

func sampleStates() []sampleState {
	long := strings.Repeat("Donaudampfschifffahrt <b>&</b>\n", 20_000/31) + strings.Repeat("x", 20_000%31)
	return []sampleState{
		{name: "empty"},
		{name: "one", many: 1, variants: 1, text: sampleMarkup},
		{name: "200 variants", many: 24, variants: 200, text: "Espresso"},
		{name: "a text of 20 000 characters", many: 3, variants: 2, text: long},
		{name: "sold out, and archived in the cart", many: 3, variants: 3, text: sampleMarkup, soldOut: true},
		{name: "refused", many: 2, variants: 2, text: sampleMarkup, refused: true},
	}
}

// sampleFailures are a shop of which nothing can be had but what stands around every page.
func sampleFailures() []sampleState {
	return []sampleState{
		{name: "not allowed", many: 1, variants: 1, text: sampleMarkup, fails: http.StatusForbidden},
		{name: "asked too often", many: 1, variants: 1, text: sampleMarkup, fails: http.StatusTooManyRequests},
		{name: "with a fault", many: 1, variants: 1, text: sampleMarkup, fails: http.StatusConflict},
		{name: "down", many: 1, variants: 1, text: sampleMarkup, fails: http.StatusServiceUnavailable},
	}
}

// sampleVisitor is who looks.
type sampleVisitor string

const (
	sampleGuest     sampleVisitor = "guest"
	sampleUser      sampleVisitor = "user"
	sampleWholesale sampleVisitor = "wholesale"
)

// sampleRun is one page as one visitor sees it in one state.
type sampleRun struct {
	state    sampleState
	visitor  sampleVisitor
	language locale.Code
	method   string
	path     string
}

func (r sampleRun) String() string {
	return fmt.Sprintf("%s %s (%s; %s; %s)", r.method, r.path, r.state.name, r.visitor, r.language)
}

// samplePages are the pages that everybody has, and those of an account.
var (
	samplePages = []string{
		"GET /", "GET /c/coffee", "GET /collections/gifts", "GET /b/kaldera", "GET /search", "GET /search?q=espresso",
		"GET /search?brand=kaldera&option.Size=Size+1&minPrice=5&onSale=true&page=2", "GET /search/suggest?q=es",
		"GET /p/espresso",
		"GET /p/espresso?said=added&quantity=3", "GET /p/espresso?said=reviewed", "GET /cart", "GET /cart?flash=merged&n=2",
		"GET /checkout", "GET /orders/order-1",
		"GET /orders/order-1/pay", "GET /orders/card-ready/pay", "GET /orders/card-ready/pay?failed=1",
		"GET /orders/card-unprepared/pay", "GET /orders/card-impossible/pay", "GET /orders/card-ready/paid",
		"GET /orders/card-ready", "GET /orders/order-1?placed=1", "GET /orders/order-1?said=tooLate", "GET /orders/find",
		"GET /orders/find/code",
		"GET /orders/order-1/return", "GET /withdraw", "GET /orders/order-1/withdraw", "POST /withdraw",
		"GET /i/imprint", "GET /login", "GET /login/code", "GET /register", "GET /register/code", "GET /password",
		"GET /password/code", "GET /email/undo", "GET /wholesale", "GET /wholesale/WS-1", "GET /wholesale/find",
		"GET /nowhere",
		"POST /login", "POST /register", "POST /password", "POST /wholesale", "POST /checkout", "POST /cart/codes",
		"POST /login/code", "POST /register/code", "POST /password/code", "POST /email/undo", "POST /wholesale/find",
		"POST /orders/find",
	}
	sampleAccountPages = []string{
		"GET /account", "GET /account/orders", "GET /account/returns", "GET /account/addresses",
		"GET /account/addresses/new",
		"GET /account/addresses/address-1", "GET /account/recipients", "GET /account/sessions", "GET /account/reviews",
		"GET /account/reviews/review-1", "GET /account/notices", "GET /account/notices/latest", "GET /account/points",
		"GET /account/points?flash=redeemed", "GET /account/profile", "GET /account/password", "GET /account/email",
		"GET /account/email/code", "GET /account/vat-id", "GET /account/data",
		"POST /account/profile", "POST /account/email", "POST /account/email/code", "POST /account/password",
		"POST /account/vat-id", "POST /account/points", "POST /account/addresses/new", "POST /account/addresses/address-1",
		"POST /account/reviews/review-1", "POST /account/erase", "POST /p/espresso/reviews",
	}
)

// sampleWholesalePages are those with prices, and those that say who buys.
var sampleWholesalePages = []string{
	"GET /", "GET /c/coffee", "GET /collections/gifts", "GET /b/kaldera", "GET /search?q=espresso", "GET /p/espresso",
	"GET /p/espresso?said=added&quantity=3", "GET /cart", "GET /checkout", "GET /account", "GET /account/orders",
	"GET /account/points", "GET /account/profile", "GET /account/vat-id", "GET /wholesale", "GET /wholesale/WS-1",
	"GET /orders/order-1", "GET /orders/order-1?placed=1", "GET /orders/order-1/return", "GET /orders/order-1/withdraw",
	"GET /orders/card-ready", "GET /orders/card-ready/pay", "GET /orders/card-ready/pay?failed=1",
	"GET /orders/card-unprepared/pay", "GET /orders/card-impossible/pay", "GET /orders/card-ready/paid",
	"POST /checkout", "POST /cart/codes",
}

// sampleRuns are all of them.
func sampleRuns() (all []sampleRun) {
	for _, state := range append(sampleStates(), sampleFailures()...) {
		for _, visitor := range []sampleVisitor{sampleGuest, sampleUser, sampleWholesale} {
			pages := samplePages
			switch visitor {
			case sampleGuest:
			case sampleUser:
				pages = append(slices.Clip(pages), sampleAccountPages...)
			case sampleWholesale: // has prices of its own
				pages = sampleWholesalePages
			}
			if state.fails != 0 {
				pages = []string{"GET /c/coffee", "GET /account"}
			}
			for _, page := range pages {
				method, path, _ := strings.Cut(page, " ")
				for _, l := range languages {
					all = append(all, sampleRun{state: state, visitor: visitor, language: l, method: method, path: path})
				}
			}
		}
	}
	return all
}

// samples answer in place of the interface.
type samples struct {
	mu      sync.Mutex
	run     sampleRun
	unknown map[string]bool // what was asked for and is no sample
	mux     *http.ServeMux
	answers map[string]func() any // by the pattern of the operation
}

func newSamples() *samples {
	s := &samples{unknown: map[string]bool{}, mux: http.NewServeMux()}
	s.answers = s.operations()
	for pattern := range s.answers {
		s.mux.Handle(pattern, http.NotFoundHandler())
	}
	return s
}

// sampleTime is when everything has happened.
var sampleTime = time.Date(2026, time.November, 24, 9, 30, 0, 0, time.UTC)

// RoundTrip answers a request with the sample of its path.
func (s *samples) RoundTrip(req *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if req.Body != nil {
		_, _ = io.Copy(io.Discard, req.Body)
	}
	status := http.StatusOK
	var answer any
	_, pattern := s.mux.Handler(req)
	switch find := s.answers[pattern]; {
	case s.run.state.fails != 0 && !isOfShell(req.URL.Path):
		status, answer = s.run.state.fails, problem{Status: s.run.state.fails, Code: "sample", Detail: s.run.state.text}
	case s.run.state.refused && req.Method != http.MethodGet && req.URL.Path != "/v1/checkout/quote":
		status, answer = http.StatusUnprocessableEntity, s.refusal()
	case find == nil:
		s.unknown[req.Method+" "+req.URL.Path] = true
		status, answer = http.StatusNotFound, problem{Status: http.StatusNotFound, Code: "not_found",
			Detail: "There is none."}
	default:
		answer = find()
	}
	body, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body:          io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)), Request: req, ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}

// isOfShell reports whether what stands around every page is asked for at the path.
func isOfShell(path string) bool {
	return strings.HasPrefix(path, "/v1/shop") || path == "/v1/categories" || path == "/v1/collections"
}

// refusal has a fault at every field of every form.
func (s *samples) refusal() problem {
	p := problem{Status: http.StatusUnprocessableEntity, Code: "validation_failed", Detail: s.run.state.text}
	pointers := map[string]bool{"/rating": true, "/message": true, "/points": true, "/items": true, "/reason": true}
	for _, fields := range [][][2]string{checkoutFields(form{}), wholesaleFields, profileFields,
		findFields, addressFields, reviewFields, loginFields, registerFields, applicationFields, vatIDFields} {
		for _, pair := range fields {
			pointers[pair[0]] = true
		}
	}
	for _, pointer := range sortedKeys(pointers) {
		p.Errors = append(p.Errors, fieldProblem{Pointer: pointer, Code: "required", Detail: s.run.state.text})
	}
	return p
}

// sampleList is a list of the interface.
func sampleList[T any](data []T) any {
	if data == nil {
		data = []T{}
	}
	return map[string]any{"data": data, "meta": map[string]int{"total": 3 * len(data), "page": 1, "totalPages": 3}}
}

// repeated is what entry makes of the numbers from 0.
func repeated[T any](n int, entry func(i int) T) []T {
	var all []T
	for i := range n {
		all = append(all, entry(i))
	}
	return all
}

// many are the entries of a list, of which the state says how many there are.
func many[T any](s *samples, most int, entry func(i int) T) []T {
	return repeated(min(s.run.state.many, most), entry)
}

// operations are the samples by the operation that they answer.
func (s *samples) operations() map[string]func() any {
	return map[string]func() any{
		"GET /v1/shop":                  func() any { return s.shop() },
		"GET /v1/shop/storefront":       func() any { return s.looks() },
		"GET /v1/shop/pages/{slug}":     func() any { return s.content() },
		"GET /v1/categories":            func() any { return sampleList(many(s, 12, s.category)) },
		"GET /v1/collections":           func() any { return sampleList(many(s, 12, s.collection)) },
		"GET /v1/brands/{slug}":         func() any { return named{Name: s.text(), Slug: "kaldera"} },
		"GET /v1/products":              func() any { return s.products() },
		"GET /v1/products/{slug}":       func() any { return s.product() },
		"GET /v1/search/suggest":        func() any { return s.suggestions() },
		"GET /v1/cart":                  func() any { return s.cart() },
		"POST /v1/cart/discounts":       func() any { return s.cart() },
		"POST /v1/checkout/quote":       func() any { return s.quote() },
		"GET /v1/orders":                func() any { return sampleList(many(s, 24, s.orderSummary)) },
		"GET /v1/orders/{id}":           func() any { return s.order() },
		"GET /v1/returns":               func() any { return sampleList(many(s, 24, s.returnRequest)) },
		"GET /v1/orders/{id}/payment":   func() any { return s.payment() },
		"GET /v1/orders/{id}/invoices":  func() any { return sampleList(many(s, 24, s.document)) },
		"GET /v1/loyalty/summary":       func() any { return points{AvailablePoints: int64(700 * s.run.state.many)} },
		"GET /v1/loyalty/history":       func() any { return sampleList(many(s, 24, s.pointsEntry)) },
		"GET /v1/loyalty/vouchers":      func() any { return sampleList(many(s, 24, s.voucher)) },
		"GET /v1/users/me":              func() any { return s.profile() },
		"GET /v1/users/me/vat-id":       func() any { return s.vatID() },
		"GET /v1/users/me/addresses":    func() any { return many(s, 24, s.address) },
		"GET /v1/customers":             func() any { return sampleList(many(s, 24, s.recipient)) },
		"GET /v1/auth/sessions":         func() any { return sampleList(many(s, 24, s.session)) },
		"GET /v1/reviews/mine":          func() any { return sampleList(many(s, 24, s.ownReview)) },
		"GET /v1/notifications":         func() any { return s.notifications() },
		"GET /v1/products/{id}/reviews": func() any { return sampleList(many(s, 3, s.review)) },

		"GET /v1/users/me/addresses/{id}":     func() any { return s.address(0) },
		"GET /v1/wholesale/applications/{id}": func() any { return s.application() },
		"POST /v1/wholesale/apply":            func() any { return s.application() },
		"POST /v1/withdrawals":                func() any { return map[string]any{"receivedAt": sampleTime} },
		"POST /v1/orders/lookup":              func() any { return map[string]string{"lookupId": "lookup-1"} },
		"POST /v1/checkout":                   func() any { return map[string]string{"id": "order-1"} },
		"POST /v1/auth/login": func() any {
			return tokens{ExpiresIn: 900, RefreshExpiresIn: 9000, User: s.profile()}
		},
		"POST /v1/auth/register":          func() any { return map[string]string{"registrationId": "challenge-1"} },
		"POST /v1/auth/verify-email":      func() any { return tokens{User: s.profile()} },
		"POST /v1/auth/second-factor":     func() any { return tokens{User: s.profile()} },
		"POST /v1/auth/set-password":      func() any { return tokens{User: s.profile()} },
		"POST /v1/auth/undo-email-change": func() any { return nil },
		"POST /v1/auth/forgot-password":   func() any { return map[string]string{"challengeId": "challenge-1"} },
		"PATCH /v1/users/me":              func() any { return s.profile() },
		"POST /v1/users/me/email":         func() any { return map[string]string{"changeId": "change-1"} },
		"POST /v1/auth/change-password":   func() any { return tokens{User: s.profile()} },
		"POST /v1/loyalty/redeem":         func() any { return s.voucher(0) },
		"POST /v1/users/me/addresses":     func() any { return s.address(0) },
		"POST /v1/users/me/email/confirm": func() any { return s.profile() },
		"DELETE /v1/users/me":             func() any { return nil },
		"PUT /v1/users/me/vat-id":         func() any { return s.vatID() },
		"PUT /v1/users/me/addresses/{id}": func() any { return s.address(0) },
		"POST /v1/reviews":                func() any { return s.review(0) },
		"GET /v1/reviews/{id}":            func() any { return s.ownReview(0) },
		"PATCH /v1/reviews/{id}":          func() any { return s.ownReview(0) },
	}
}

// text is what somebody has written into a line.
func (s *samples) text() string {
	if runes := []rune(strings.ReplaceAll(s.run.state.text, "\n", " ")); len(runes) > 200 {
		return string(runes[:200])
	}
	return s.run.state.text
}
