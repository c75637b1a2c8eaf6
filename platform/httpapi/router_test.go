package httpapi_test

import (
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/ratelimit"
	"orderd/test/kit"
)

// TestOrderOfChecks has requests that are wrong in several ways: the first check in the order of
// the package's document answers.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	b := plain(t)
	customer, admin, anonymous := b.customer(t), b.admin(t), b.api(t)
	large := `{"name":"` + strings.Repeat("x", 300<<10) + `"}`
	for name, row := range map[string]struct {
		api          *kit.API
		method, path string
		body         any
		status       int
		code         string
	}{
		"unknown path before everything":     {anonymous, "POST", "/v1/nothing", large, 404, "not_found"},
		"wrong method before the audience":   {anonymous, "DELETE", "/v1/things", nil, 405, "method_not_allowed"},
		"audience before the body's size":    {anonymous, "POST", "/v1/things", large, 401, "unauthenticated"},
		"audience before the path's id":      {anonymous, "PATCH", "/v1/things/nonsense", "{", 401, "unauthenticated"},
		"role before the body":               {customer, "POST", "/v1/admin/things/x/approve", "{", 403, "forbidden"},
		"role for an id that does not exist": {customer, "POST", "/v1/admin/things/" + id.New() + "/approve", nil, 403, "forbidden"},
		"nobody on an admin path":            {anonymous, "POST", "/v1/admin/things/x/approve", "{", 401, "unauthenticated"},
		"size before the media type":         {customer.With("Content-Type", "text/plain"), "POST", "/v1/things", large, 413, "body_too_large"},
		"media type before the syntax": {customer.With("Content-Type", "text/plain"), "POST", "/v1/things", "{", 415,
			"unsupported_media_type"},
		"syntax before the content":           {customer, "POST", "/v1/things", `{"name":1,`, 400, "malformed_json"},
		"syntax before the query and headers": {customer.With("Idempotency-Key", "ä"), "POST", "/v1/things", `{"name":1,`, 400, "malformed_json"},
		"content before the operation":        {customer, "PATCH", "/v1/things/nonsense", `{"name":1}`, 422, "validation_failed"},
		"admin may":                           {admin, "POST", "/v1/admin/things/x/approve", `{"note":"ok"}`, 200, ""},
		"nothing is wrong":                    {customer, "POST", "/v1/things", `{"name":"Moka"}`, 201, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := row.api.Do(t, row.method, row.path, row.body).Require(t, row.status)
			if a.Text("code") != row.code {
				t.Fatalf("code %q, want %q", a.Text("code"), row.code)
			}
		})
	}
}

func TestAudiences(t *testing.T) {
	t.Parallel()
	b := plain(t)
	anonymous, customer := b.api(t), b.customer(t)
	for name, row := range map[string]struct {
		api    *kit.API
		path   string
		status int
		hello  string
	}{
		"optional, nobody":             {anonymous, "/v1/greeting", 200, "anonymous "},
		"optional, user":               {customer, "/v1/greeting", 200, "Ada"},
		"optional, bad token":          {anonymous.As("nonsense"), "/v1/greeting", 401, ""},
		"optional, other scheme":       {anonymous.With("Authorization", "Basic YTpi"), "/v1/greeting", 401, ""},
		"optional, empty header":       {anonymous.With("Authorization", "Bearer "), "/v1/greeting", 401, ""},
		"scheme in lower case":         {lowerScheme(t, b), "/v1/greeting", 200, "Ada"},
		"cart, nobody":                 {anonymous, "/v1/cart", 401, ""},
		"cart, token":                  {anonymous.With("X-Cart-Token", "c1"), "/v1/cart", 200, "anonymous c1"},
		"cart, user":                   {customer, "/v1/cart", 200, "Ada"},
		"cart, both":                   {customer.With("X-Cart-Token", "c1"), "/v1/cart", 200, "Ada"},
		"cart, bad bearer beside it":   {anonymous.As("nonsense").With("X-Cart-Token", "c1"), "/v1/cart", 401, ""},
		"cart, token that can be none": {anonymous.With("X-Cart-Token", "c\xff"), "/v1/cart", 200, "anonymous -"},
		"cart, token that is too long": {anonymous.With("X-Cart-Token", strings.Repeat("c", 256)), "/v1/cart", 200, "anonymous -"},
		"new cart, nobody":             {anonymous, "/v1/cart/new", 200, "anonymous "},
		"new cart, token":              {anonymous.With("X-Cart-Token", "c1"), "/v1/cart/new", 200, "anonymous c1"},
		"new cart, user":               {customer, "/v1/cart/new", 200, "Ada"},
		"new cart, bad bearer":         {anonymous.As("nonsense"), "/v1/cart/new", 401, ""},
		"cart token is no bearer":      {anonymous.With("X-Cart-Token", "c1"), "/v1/greeting", 200, "anonymous "},
		"public ignores a bad token":   {anonymous.As("nonsense"), "/v1/things", 200, ""},
		"public takes none to heart":   {anonymous, "/v1/things", 200, ""},
		"public does not read the key": {anonymous.With("Idempotency-Key", ""), "/v1/things", 200, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := row.api.Do(t, "GET", row.path, nil).Require(t, row.status)
			if a.Text("hello") != row.hello {
				t.Fatalf("hello %q, want %q", a.Text("hello"), row.hello)
			}
			want := ""
			switch {
			case row.status == 401 && strings.Contains(name, "bad"):
				want = `Bearer error="invalid_token"`
			case row.status == 401:
				want = "Bearer"
			}
			if challenge := a.Header.Get("WWW-Authenticate"); challenge != want {
				t.Fatalf("WWW-Authenticate %q at %d, want %q", challenge, row.status, want)
			}
		})
	}
}

// lowerScheme sends the scheme as RFC 9110 allows it too.
func lowerScheme(t *testing.T, b *bundle) *kit.API {
	t.Helper()
	token, _, err := b.auth.Issue(auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleCustomer, AccountType: "retail",
		Email: "ada@example.com", Name: "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	return b.api(t).With("Authorization", "bearer "+token)
}

// TestHeadersOnEveryResponse checks the headers of every kind of response.
func TestHeadersOnEveryResponse(t *testing.T) {
	t.Parallel()
	b := plain(t)
	customer := b.customer(t)
	for name, a := range map[string]kit.Answer{
		"200": customer.Do(t, "GET", "/v1/things", nil), "201": customer.Do(t, "POST", "/v1/things", `{"name":"Moka"}`),
		"204": customer.Do(t, "DELETE", "/v1/things/x", nil),
		"400": customer.Do(t, "POST", "/v1/things", `{`), "401": b.api(t).Do(t, "POST", "/v1/things", `{`),
		"403": customer.Do(t, "POST", "/v1/admin/things/x/approve", nil), "404": customer.Do(t, "GET", "/v1/nothing", nil),
		"405": customer.Do(t, "PUT", "/v1/things", nil), "413": customer.Do(t, "POST", "/v1/things", strings.Repeat(" ", 300<<10)),
		"415": customer.With("Content-Type", "a/b").Do(t, "POST", "/v1/things", `{}`), "422": customer.Do(t, "POST", "/v1/things", `{}`),
		"error": customer.Do(t, "GET", "/v1/broken/error", nil), "panic": customer.Do(t, "GET", "/v1/broken/panic", nil),
		"deadline": customer.Do(t, "GET", "/v1/broken/deadline", nil), "health": customer.Do(t, "GET", "/healthz", nil),
		"docs": customer.Do(t, "GET", "/docs", nil), "options": customer.Do(t, "OPTIONS", "/v1/things", nil),
	} {
		for header, want := range map[string]string{
			"X-Content-Type-Options":    "nosniff",
			"Referrer-Policy":           "no-referrer",
			"Cache-Control":             "no-store",
			"Strict-Transport-Security": "max-age=31536000; includeSubDomains",
		} {
			if name == "docs" && header == "Cache-Control" {
				want = "no-cache" // a page without secrets: its ETag is asked for again
			}
			if got := a.Header.Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", name, header, got, want)
			}
		}
		policy := a.Header.Get("Content-Security-Policy")
		if name != "docs" && policy != "default-src 'none'; frame-ancestors 'none'" || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", name, policy)
		}
		if !id.Valid(a.Header.Get("X-Request-Id")) {
			t.Errorf("%s: request id %q", name, a.Header.Get("X-Request-Id"))
		}
		if a.Header.Get("Server") != "" || a.Header.Get("X-Powered-By") != "" {
			t.Errorf("%s: tells what it is: %v", name, a.Header)
		}
		if a.Status >= 400 {
			if a.Header.Get("Content-Type") != "application/problem+json" || a.Text("requestId") != a.Header.Get("X-Request-Id") {
				t.Errorf("%s: %s %s", name, a.Header.Get("Content-Type"), a.Body)
			}
		}
	}
}

func TestNoTransportSecurityOverPlainHTTP(t *testing.T) {
	t.Parallel()
	b := plain(t, func(o *httpapi.Options) { o.PublicURL = "http://127.0.0.1:8080" })
	if a := b.api(t).Do(t, "GET", "/healthz", nil); a.Header.Get("Strict-Transport-Security") != "" {
		t.Fatal(a.Header)
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	b := plain(t)
	for sent, kept := range map[string]bool{
		"a": true, "A-z_0.9": true, strings.Repeat("x", 128): true,
		"": false, strings.Repeat("x", 129): false, "a b": false, "ä": false, `"a"`: false, "a,b": false,
	} {
		a := b.api(t).With("X-Request-Id", sent).Do(t, "GET", "/v1/nothing", nil)
		if got := a.Header.Get("X-Request-Id"); (got == sent) != kept || got == "" {
			t.Errorf("sent %q, got %q", sent, got)
		}
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.api(t)
	a := api.Do(t, "PUT", "/v1/things", nil).Require(t, 405, "method_not_allowed")
	allowed := strings.Split(a.Header.Get("Allow"), ", ")
	slices.Sort(allowed)
	if !slices.Equal(allowed, []string{"GET", "HEAD", "POST"}) {
		t.Fatal(allowed)
	}
	if a := api.Do(t, "HEAD", "/v1/login", nil).Require(t, 405); a.Header.Get("Allow") != "POST" {
		t.Fatal(a.Header)
	}
	for _, path := range []string{"/v1/things/", "/V1/things", "/v1//things", "/v1/things/../things", "/", "/v1", "/v1/things/%2e%2e"} {
		if a := api.Do(t, "GET", path, nil); a.Status != 404 || a.Header.Get("Location") != "" {
			t.Errorf("%s: %d %v", path, a.Status, a.Header)
		}
	}
}

func TestHeadIsGetWithoutBody(t *testing.T) {
	t.Parallel()
	b := plain(t)
	get, head := b.api(t).Do(t, "GET", "/healthz", nil), b.api(t).Do(t, "HEAD", "/healthz", nil)
	if head.Status != 200 || len(head.Body) != 0 || head.Header.Get("Content-Length") != get.Header.Get("Content-Length") {
		t.Fatalf("%d %q %v", head.Status, head.Body, head.Header)
	}
	kit.NewAPI(b.base, nil).Do(t, "HEAD", "/v1/things", nil).Require(t, 200)
}

func TestCORS(t *testing.T) {
	t.Parallel()
	const shop = "https://shop.example"
	b := plain(t, func(o *httpapi.Options) { o.CORSOrigins = []string{shop} })
	ours, theirs := b.api(t).With("Origin", shop), b.api(t).With("Origin", "https://evil.example")

	a := ours.Do(t, "GET", "/v1/things", nil).Require(t, 200)
	if a.Header.Get("Access-Control-Allow-Origin") != shop || a.Header.Get("Vary") != "Origin" ||
		!strings.Contains(a.Header.Get("Access-Control-Expose-Headers"), "Idempotency-Replayed") {
		t.Error(a.Header)
	}
	if a := ours.Do(t, "GET", "/v1/nothing", nil).Require(t, 404); a.Header.Get("Access-Control-Allow-Origin") != shop {
		t.Error("a page must be able to read failures", a.Header)
	}
	preflight := kit.NewAPI(b.base, nil).With("Origin", shop).With("Access-Control-Request-Method", "POST").
		With("Access-Control-Request-Headers", "authorization").Do(t, "OPTIONS", "/v1/things", nil).Require(t, 204)
	for _, name := range []string{"Authorization", "Idempotency-Key", "X-Cart-Token", "Content-Type"} {
		if !strings.Contains(preflight.Header.Get("Access-Control-Allow-Headers"), name) {
			t.Errorf("%s is not allowed: %v", name, preflight.Header)
		}
	}
	// The refresh cookie is for the service's own pages.
	if strings.Contains(strings.ToLower(preflight.Header.Get("Access-Control-Allow-Headers")), "x-refresh-cookie") {
		t.Error(preflight.Header)
	}
	for _, a := range []kit.Answer{
		theirs.Do(t, "GET", "/v1/things", nil), b.api(t).Do(t, "GET", "/v1/things", nil),
		theirs.With("Access-Control-Request-Method", "POST").Do(t, "OPTIONS", "/v1/things", nil).Require(t, 405),
	} {
		if a.Header.Get("Access-Control-Allow-Origin") != "" || a.Header.Get("Vary") != "Origin" {
			t.Error(a.Header)
		}
	}
	for _, a := range []kit.Answer{a, preflight} {
		if a.Header.Get("Access-Control-Allow-Credentials") != "" {
			t.Error(a.Header)
		}
	}
	if a := plain(t).api(t).With("Origin", shop).Do(t, "GET", "/v1/things", nil); a.Header.Get("Access-Control-Allow-Origin") != "" ||
		a.Header.Get("Vary") != "" {
		t.Error("nobody is allowed by default", a.Header)
	}
}

// Pages of some origins may use cookies, too, and send the headers that ask for one.
func TestCORSWithCookies(t *testing.T) {
	t.Parallel()
	const shop, other = "https://shop.example.com", "https://other.example"
	b := plain(t, func(o *httpapi.Options) { o.CORSOrigins, o.CookieOrigins = []string{other}, []string{shop} })
	b.AllowCookieHeader("X-Refresh-Cookie")
	for origin, want := range map[string]string{shop: "true", other: "", "https://evil.example": ""} {
		api := b.api(t).With("Origin", origin)
		preflight := kit.NewAPI(b.base, nil).With("Origin", origin).With("Access-Control-Request-Method", "POST").
			With("Access-Control-Request-Headers", "x-refresh-cookie").Do(t, "OPTIONS", "/v1/things", nil)
		for _, a := range []kit.Answer{api.Do(t, "GET", "/v1/things", nil), api.Do(t, "GET", "/v1/nothing", nil), preflight} {
			if got := a.Header.Get("Access-Control-Allow-Credentials"); got != want || a.Header.Get("Vary") != "Origin" {
				t.Errorf("%s: %d %v", origin, a.Status, a.Header)
			}
			if want != "" && a.Header.Get("Access-Control-Allow-Origin") != origin {
				t.Errorf("%s: %v", origin, a.Header)
			}
		}
		allowed := preflight.Header.Get("Access-Control-Allow-Headers")
		if strings.Contains(allowed, "X-Refresh-Cookie") != (want != "") {
			t.Errorf("%s may send %q", origin, allowed)
		}
		if origin == shop && (!strings.Contains(allowed, "X-Cart-Token") || preflight.Status != 204) {
			t.Errorf("%d %q", preflight.Status, allowed)
		}
	}
}

// In dev mode the pages that this machine serves may call the API, whatever their port.
func TestCORSOfLoopback(t *testing.T) {
	t.Parallel()
	b := plain(t, func(o *httpapi.Options) { o.LoopbackOrigins = true })
	production := plain(t, func(o *httpapi.Options) { o.CORSOrigins = []string{"https://shop.example"} })
	ask := func(b *bundle, origin string) (actual, preflight kit.Answer) {
		api := kit.NewAPI(b.base, nil).With("Origin", origin)
		actual = api.Do(t, "GET", "/v1/things", nil).Require(t, 200)
		return actual, api.With("Access-Control-Request-Method", "POST").With("Access-Control-Request-Headers", "authorization").
			Do(t, "OPTIONS", "/v1/things", nil)
	}
	for _, origin := range []string{
		"http://localhost", "http://localhost:5173", "https://localhost:8443", "http://127.0.0.1:3000", "http://[::1]:3000",
		"http://shop.localhost:3000", "http://a.b.localhost",
	} {
		actual, preflight := ask(b, origin)
		for _, a := range []kit.Answer{actual, preflight.Require(t, 204)} {
			if a.Header.Get("Access-Control-Allow-Origin") != origin || a.Header.Get("Vary") != "Origin" ||
				a.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s: %v", origin, a.Header)
			}
		}
		if actual, preflight := ask(production, origin); actual.Header.Get("Access-Control-Allow-Origin") != "" || preflight.Status != 405 {
			t.Errorf("%s is allowed outside dev mode: %v", origin, actual.Header)
		}
	}
	for _, origin := range []string{
		"", "null", "http://evil.example", "http://localhost.evil.example", "http://evillocalhost", "http://.localhost",
		"http://127.0.0.1.evil.example", "http://127.0.0.2",
		"http://192.168.1.2", "ftp://localhost", "http://localhost/", "http://localhost:80/x", "http://evil.example@localhost",
		"http://localhost#.evil.example", "http://*.localhost", "file://localhost",
	} {
		actual, preflight := ask(b, origin)
		if actual.Header.Get("Access-Control-Allow-Origin") != "" || preflight.Status != 405 ||
			preflight.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%q is allowed: %v", origin, actual.Header)
		}
	}
}

func TestBadOptions(t *testing.T) {
	t.Parallel()
	_, err := httpapi.New(httpapi.Options{
		PublicURL: "https://shop.example", CORSOrigins: []string{"*", "shop.example", "https://shop.example/"}, TrustedProxies: []string{"proxy"},
		CookieOrigins: []string{"https://*.shop.example"},
		Limits:        ratelimit.Limits{Enabled: true, Rates: map[string]string{"login": "often"}},
	})
	for _, want := range []string{`"*"`, `"proxy"`, "login", `"https://*.shop.example"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in %v", want, err)
		}
	}
}

// TestRawRequests are those that no HTTP client library sends.
func TestRawRequests(t *testing.T) {
	t.Parallel()
	b := plain(t)
	for name, row := range map[string]struct{ request, want string }{
		"huge header": {"GET /v1/things HTTP/1.1\r\nHost: x\r\nX-Long: " + strings.Repeat("x", 64<<10) + "\r\n\r\n",
			"HTTP/1.1 431 "},
		"NUL in the path":         {"GET /v1/things/a%00b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "HTTP/1.1 404 "},
		"bad UTF-8 in the path":   {"GET /v1/things/a%ffb HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "HTTP/1.1 404 "},
		"NUL in the query":        {"GET /v1/things?q=a%00b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "HTTP/1.1 422 "},
		"bad UTF-8 in the query":  {"GET /v1/things?q=%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "HTTP/1.1 422 "},
		"bad escape in the query": {"GET /v1/things?q=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "HTTP/1.1 422 "},
		"semicolon in the query":  {"GET /v1/things?a;b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "HTTP/1.1 422 "},
		"body on GET is not read": {"GET /v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nConnection: close\r\n\r\n{", "HTTP/1.1 200 "},
		"large body in chunks": {"POST /v1/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: " +
			"application/json\r\nConnection: close\r\n\r\n" + "50000\r\n" + strings.Repeat(" ", 0x50000) + "\r\n0\r\n\r\n", "HTTP/1.1 413 "},
		"body without a media type": {"POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}", "HTTP/1.1 415 "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := b.raw(t, row.request); !strings.HasPrefix(got, row.want) {
				t.Fatalf("got %.200q, want %q", got, row.want)
			}
		})
	}
}

// TestSlowBodies: a body that does not arrive in time is cut off with an answer.
func TestSlowBodies(t *testing.T) {
	t.Parallel()
	b := plain(t)
	got := b.raw(t, "POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{",
		func(s *http.Server) {
			s.ReadTimeout = 100 * time.Millisecond
		})
	if !strings.HasPrefix(got, "HTTP/1.1 400 ") || !strings.Contains(got, "malformed_json") {
		t.Fatalf("%q", got)
	}
}

func TestServerLimits(t *testing.T) {
	t.Parallel()
	s := httpapi.NewServer("127.0.0.1:0", nil)
	if s.ReadHeaderTimeout != 5*time.Second || s.ReadTimeout != 15*time.Second || s.WriteTimeout <= 15*time.Second || s.IdleTimeout == 0 ||
		s.MaxHeaderBytes != 32<<10 {
		t.Fatalf("%+v", s)
	}
}

// TestLateAnswers: what takes longer than an operation may is a 503, in the handler and in the
// database.
func TestLateAnswers(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b := setup(t, db)
		b.SetAnswerTime(100 * time.Millisecond)
		for _, how := range []string{"forever", "slow-query"} {
			if a := b.api(t).Do(t, "GET", "/v1/broken/"+how, nil).Require(t, 503, "unavailable"); a.Header.Get("Retry-After") == "" {
				t.Error(a.Header)
			}
		}
	}, migrations...)
}

// raw sends the bytes to a server with the limits of NewServer and reads until it closes.
func (b *bundle) raw(t *testing.T, request string, change ...func(s *http.Server)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := httpapi.NewServer("", b.Handler())
	for _, c := range change {
		c(server)
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	defer func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; err != http.ErrServerClosed {
			t.Error(err)
		}
	}()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go func() { _, _ = io.WriteString(conn, request) }()
	answer, _ := io.ReadAll(conn)
	return string(answer)
}
