package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"

	"orderd/cmd/orderd/app/seed"
	"orderd/cmd/orderd/settings"
	"orderd/test/kit"
)

// roundTrip is a transport of a test.
type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip answers a request.
func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// While the interface hangs so many calls wait as are allowed, and all others are refused after a
// moment: nothing piles up. Afterwards all go on.
func TestCallsDoNotPileUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var under, most atomic.Int64
		release := make(chan struct{})
		transport := newNetworkTransport(&url.URL{Scheme: "https", Host: "api.example"}, "", zap.NewNop())
		transport.next = roundTrip(func(req *http.Request) (*http.Response, error) {
			n := under.Add(1)
			defer under.Add(-1)
			for before := most.Load(); n > before && !most.CompareAndSwap(before, n); before = most.Load() {
			}
			select {
			case <-release:
			case <-req.Context().Done():
				return nil, req.Context().Err()
			}
			return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Header: http.Header{}}, nil
		})
		ask := func() error {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			req := httptest.NewRequest(http.MethodGet, "https://api.example/v1/shop", nil).WithContext(ctx)
			res, err := transport.RoundTrip(req)
			if err == nil {
				err = res.Body.Close()
			}
			return err
		}
		const visitors = 1000
		begun := time.Now()
		var refused, timedOut atomic.Int64
		var all sync.WaitGroup
		for range visitors {
			all.Go(func() {
				switch err := ask(); {
				case errors.Is(err, errNoTurn):
					refused.Add(1)
					if took := time.Since(begun); took > networkWait {
						t.Errorf("it was refused after %s", took)
					}
				case errors.Is(err, context.DeadlineExceeded):
					timedOut.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if most.Load() != networkCalls || refused.Load() != visitors-networkCalls || timedOut.Load() != networkCalls {
			t.Errorf("%d at once, %d refused, %d given up", most.Load(), refused.Load(), timedOut.Load())
		}
		close(release)
		for range 2 * networkCalls { // every turn was given back
			if err := ask(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// storefrontOver runs the shop's pages as a process of their own would, over the interface at api.
func storefrontOver(t *testing.T, api string, more ...string) (s *storefrontServer, base string) {
	t.Helper()
	environ := append([]string{
		"ORDERD_DEV=true", "ORDERD_HTTP_ADDR=127.0.0.1:0", "ORDERD_DATA_DIR=" + t.TempDir(), "ORDERD_STOREFRONT_API=" + api,
	}, more...)
	c, err := settings.LoadForCommand("", environ)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = startStorefront(c, zap.NewNop()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.stop(context.Background()); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return s, "http://" + s.public.Addr().String()
}

// TestBrokenServers: whatever stands where the interface should be, a visitor gets a whole page
// that says so, soon, and its process stays well.
func TestBrokenServers(t *testing.T) {
	t.Parallel()
	var elsewhere atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(other.Close)
	hung := make(chan struct{})
	t.Cleanup(func() { close(hung) })
	json := func(w http.ResponseWriter) { w.Header().Set("Content-Type", "application/json") }
	for name, serve := range map[string]http.HandlerFunc{
		"hangs": func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-hung:
			case <-r.Context().Done():
			}
		},
		"redirects":     func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) },
		"sends a page":  func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>Welcome</html>") },
		"sends garbage": func(w http.ResponseWriter, _ *http.Request) { json(w); _, _ = io.WriteString(w, "\x00\x01{{{") },
		"breaks off": func(w http.ResponseWriter, _ *http.Request) {
			json(w)
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "{")
		},
		"sends 100 MB":       func(w http.ResponseWriter, _ *http.Request) { json(w); sendMuch(w) },
		"sends headers":      func(w http.ResponseWriter, _ *http.Request) { json(w); w.Header().Set("X", strings.Repeat("x", 1<<20)) },
		"fails":              func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusInternalServerError) },
		"knows no such path": func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) },
		"hangs up":           func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := httptest.NewServer(serve)
			t.Cleanup(api.Close)
			requireUnavailable(t, api.URL)
		})
	}
	t.Run("is no HTTP", func(t *testing.T) {
		t.Parallel()
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				_, _ = io.WriteString(conn, "SSH-2.0-OpenSSH_9.6\r\n")
				_ = conn.Close()
			}
		}()
		requireUnavailable(t, "http://"+l.Addr().String())
	})
	t.Run("is dead", func(t *testing.T) {
		t.Parallel()
		api := httptest.NewServer(http.NotFoundHandler())
		api.Close()
		requireUnavailable(t, api.URL)
	})
	t.Cleanup(func() {
		if n := elsewhere.Load(); n > 0 {
			t.Errorf("%d redirects were followed", n)
		}
	})
}

func sendMuch(w io.Writer) {
	block := bytes.Repeat([]byte(" "), 1<<20)
	for range 100 {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// requireUnavailable requires a page that says that the shop is away, from pages over the
// interface.
func requireUnavailable(t *testing.T, api string) {
	t.Helper()
	s, base := storefrontOver(t, api)
	if network, ok := s.transport.next.(*http.Transport); ok {
		network.ResponseHeaderTimeout = 300 * time.Millisecond
	}
	for path, text := range map[string]string{"/": "We are back in a moment", "/de/p/moka": "Wir sind gleich wieder da"} {
		begun := time.Now()
		status, page := get(t, base+path)
		if status != http.StatusServiceUnavailable || !strings.Contains(page, text) || !strings.Contains(page, "</html>") {
			t.Errorf("%s: %d %.500s", path, status, page)
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("%s took %s", path, took)
		}
	}
	if status, _ := get(t, base+"/healthz"); status != http.StatusOK {
		t.Errorf("healthz: %d", status)
	}
	if status, _ := get(t, base+"/readyz"); status != http.StatusServiceUnavailable {
		t.Errorf("readyz: %d", status)
	}
}

// newStorefrontKey makes a key of the service, and revoke takes it away.
func newStorefrontKey(t *testing.T, s *service) (key string, revoke func()) {
	t.Helper()
	api := kit.NewAPI(s.api, nil)
	login := map[string]string{"email": s.config.Admin.Email, "password": s.config.Admin.Password.Reveal()}
	admin := api.As(api.Do(t, "POST", "/v1/auth/login", login).Require(t, 200).Text("accessToken"))
	made := admin.Do(t, "POST", "/v1/admin/api-keys", map[string]any{"name": "Pages", "scopes": []string{"storefront:render"}}).
		Require(t, 201)
	return made.Text("key"), func() {
		t.Helper()
		admin.Do(t, "DELETE", "/v1/admin/api-keys/"+made.Text("id"), nil).Require(t, 204)
	}
}

// TestStorefrontOverTheNetwork: the pages of a process of their own are the shop's, in two
// languages, with a cart; limits count visitors and not the process; they outlive the service and a
// key that is no longer good, and say so.
func TestStorefrontOverTheNetwork(t *testing.T) {
	t.Parallel()
	s := startedWith(t, append(migratedEnviron(t, kit.Dialects[0]), "ORDERD_LIMITS_READS_ANONYMOUS=60/1m"))
	if _, err := seed.Run(t.Context(), s.seedOptions(s.api)); err != nil {
		t.Fatal(err)
	}
	if _, err := seed.Pictures(t.Context(), s.seedOptions(s.api), 1, "travel-press"); err != nil {
		t.Fatal(err)
	}
	kit.Eventually(t, "the stock is shown", func() error { return shown(t, s) })
	key, revoke := newStorefrontKey(t, s)
	pages, base := storefrontOver(t, s.api, "ORDERD_STOREFRONT_KEY="+key, "ORDERD_OPS_ADDR=127.0.0.1:0")
	requireHealthy(t, base)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	visitor := &http.Client{Jar: jar}
	t.Cleanup(visitor.CloseIdleConnections)
	open := func(address, path string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Forwarded-For", address)
		return answered(t, visitor, req)
	}
	status, page := open("203.0.113.1", "/p/travel-press")
	if status != 200 || !strings.Contains(page, "Travel Press") || !strings.Contains(page, `href="/de/p/travel-press"`) {
		t.Fatalf("%d %.2000s", status, page)
	}
	if picture := regexp.MustCompile(`<img src="(http://[^"]+)"`).FindStringSubmatch(page); picture == nil {
		t.Error("the page has no picture of the service")
	} else if status, _ := get(t, strings.Replace(picture[1], s.config.HTTP.PublicURL, s.api, 1)); status != 200 {
		t.Errorf("%s: %d", picture[1], status)
	}
	if _, page := open("203.0.113.1", "/de/"); !strings.Contains(page, `<html lang="de">`) {
		t.Errorf("%.500s", page)
	}
	form := url.Values{"quantity": {"2"}, "back": {"/cart"}}
	for _, m := range regexp.MustCompile(`name="(product|variant)" value="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		form.Set(m[1], m[2])
	}
	res, err := visitor.PostForm(base+"/cart/items", form)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if _, page := open("203.0.113.1", "/cart"); !strings.Contains(page, "Travel Press") {
		t.Errorf("the cart is empty: %.3000s", page)
	}
	requireLimits(t, open)
	if status, body := get(t, "http://"+pages.ops.Addr().String()+"/metrics"); status != 200 ||
		!strings.Contains(body, `orderd_http_requests_total{method="GET",route="pages",status="200"}`) {
		t.Errorf("%d", status)
	}
	revoke()
	kit.Eventually(t, "the key is refused", func() error {
		if status, _ := open("203.0.113.200", "/p/travel-press"); status != http.StatusServiceUnavailable {
			return fmt.Errorf("status %d", status)
		}
		return nil
	})
	if u, _ := url.Parse(base); len(jar.Cookies(u)) == 0 {
		t.Error("the visitor's cart is lost for it")
	}
	if status, _ := get(t, base+"/readyz"); status != 200 {
		t.Errorf("readyz: %d", status)
	}
}

func requireHealthy(t *testing.T, base string) {
	t.Helper()
	for _, path := range []string{"/healthz", "/readyz"} {
		if status, body := get(t, base+path); status != 200 || body != `{"status":"ok"}` {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// requireLimits requires that each visitor has a limit of their own.
func requireLimits(t *testing.T, open func(address, path string) (int, string)) {
	t.Helper()
	refused := 0
	for i := range 40 {
		if status, _ := open(fmt.Sprintf("203.0.113.%d", 10+i), "/p/travel-press"); status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused > 0 {
		t.Errorf("%d of 40 visitors were refused", refused)
	}
	for i := range 150 {
		if status, _ := open("203.0.113.99", fmt.Sprintf("/search?q=%d", i)); status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused == 0 {
		t.Error("a visitor who asks without end is not refused")
	}
}

// answered is the status and the text of an answer.
func answered(t *testing.T, client *http.Client, req *http.Request) (int, string) {
	t.Helper()
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// A service that goes away while visitors are there leaves pages with the shop's name.
func TestStorefrontOutlivesTheService(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	_, base := storefrontOver(t, s.api)
	if status, page := get(t, base+"/cart"); status != 200 || !strings.Contains(page, "Orderd") {
		t.Fatalf("%d %.500s", status, page)
	}
	if err := s.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	status, page := get(t, base+"/search?q=x")
	if status != 503 || !strings.Contains(page, "Orderd") || !strings.Contains(page, "We are back in a moment") {
		t.Errorf("%d %.1000s", status, page)
	}
}

// TestStorefrontCommand: what is missing or wrong is said before anything is served.
func TestStorefrontCommand(t *testing.T) {
	t.Parallel()
	env := []string{"ORDERD_DATA_DIR=" + t.TempDir(), "ORDERD_HTTP_ADDR=127.0.0.1:0"}
	orderd(t, env, "storefront").require(t, 2, "--api is missing")
	orderd(t, env, "storefront", "--api", "api.example.com").require(t, 2, "storefront.api: must be an absolute http or https URL")
	orderd(t, env, "storefront", "--api", "https://u:p@api.example.com").require(t, 2, "storefront.api: ")
	orderd(t, env, "storefront", "--api", "https://api.example.com", "--listen", "nowhere").require(t, 2, "http.addr: must be host:port")
	orderd(t, append(env, "ORDERD_STOREFRONT_KEY=x"), "storefront", "--api", "https://api.example.com").require(t, 2, "begins with odk_")
	orderd(t, append(env, "ORDERD_STOREFRONT_KEY=odk_geheim", "ORDERD_STOREFRONT_API=https://api.example.com"), "check-config").
		require(t, 2, "mail.url") // a service needs more
	shown := orderd(t, append(env, "ORDERD_DEV=true", "ORDERD_STOREFRONT_KEY=odk_geheim", "ORDERD_STOREFRONT_API=https://api.example.com"),
		"check-config").require(t, 0, `api: https://api\.example\.com`)
	if strings.Contains(shown.out+shown.err, "geheim") {
		t.Errorf("it shows the key: %s", shown.out)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	streams := Streams{In: strings.NewReader(""), Out: &out, Err: &errs, Env: env}
	code := Run(ctx, streams, []string{"storefront", "--api", "http://127.0.0.1:1"})
	if code != 0 || !strings.Contains(out.String(), "shows the shop at http://127.0.0.1:") ||
		!strings.Contains(errs.String(), "storefront.key") {
		t.Errorf("%d %s %s", code, out.String(), errs.String())
	}
}

// TestDoctorOfTheStorefront looks at the service that the pages ask, and at their key.
func TestDoctorOfTheStorefront(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	key, revoke := newStorefrontKey(t, s)
	env := []string{"ORDERD_DATA_DIR=" + t.TempDir(), "ORDERD_STOREFRONT_API=" + s.api, "ORDERD_STOREFRONT_KEY=" + key, "ORDERD_DEV=true"}
	orderd(t, env, "doctor", "--storefront").require(t, 0, "storefront_api_ok")
	revoke()
	kit.Eventually(t, "the key is refused", func() error {
		if r := orderd(t, env, "doctor", "--storefront"); r.code != 1 || !strings.Contains(r.out, "storefront_key_refused") {
			return errors.New(r.out)
		}
		return nil
	})
	wrong := []string{"ORDERD_DATA_DIR=" + t.TempDir(), "ORDERD_STOREFRONT_API=" + s.api + "/v1", "ORDERD_DEV=true"}
	orderd(t, wrong, "doctor", "--storefront").require(t, 1, "storefront_api_wrong")
	orderd(t, []string{"ORDERD_DEV=true"}, "doctor", "--storefront").require(t, 1, "storefront_api_missing")
	orderd(t, append(wrong, "ORDERD_STOREFRONT_API=http://127.0.0.1:1"), "doctor", "--storefront").require(t, 1, "storefront_api_unreachable")
}

// TestStaffOrigin: where the staff's pages stand at a host of their own the shop has no page there.
func TestStaffOrigin(t *testing.T) {
	t.Parallel()
	shop := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") })
	for origin, host := range map[string]string{
		"https://staff.example": "staff.example", "https://staff.example:8443": "staff.example:8443", "https://shop.example": "", "": "",
	} {
		environ := []string{"ORDERD_DATA_DIR=" + t.TempDir(), "ORDERD_HTTP_PUBLIC_URL=https://shop.example"}
		if origin != "" {
			environ = append(environ, "ORDERD_AUTH_STAFF_ORIGIN="+origin)
		}
		c, err := settings.LoadForCommand("", environ)
		if err != nil {
			t.Fatal(err)
		}
		if c.OwnStaffHost() != host {
			t.Errorf("%s: the staff are at %q, want %q", origin, c.OwnStaffHost(), host)
		}
		for _, asked := range []string{"shop.example", "staff.example", "STAFF.example:8443"} {
			for path, elsewhere := range map[string]int{"/": http.StatusSeeOther, "/cart": http.StatusNotFound} {
				req := httptest.NewRequest(http.MethodGet, path, nil)
				req.Host = asked
				w := httptest.NewRecorder()
				awayFrom(c.OwnStaffHost(), shop).ServeHTTP(w, req)
				want := http.StatusOK
				if host != "" && strings.EqualFold(asked, host) {
					want = elsewhere
				}
				if w.Code != want || strings.Contains(w.Body.String(), "<html>") != (want == http.StatusOK) {
					t.Errorf("%s at %s%s: %d, want %d", origin, asked, path, w.Code, want)
				}
			}
		}
	}
}

// TestCookiesOfShopAndStaff: at one origin the two sessions have different names and paths, and
// neither is sent with the other's requests by name.
func TestCookiesOfShopAndStaff(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	login := map[string]string{"email": s.config.Admin.Email, "password": s.config.Admin.Password.Reveal()}
	answer := kit.NewAPI(s.api, nil).With("X-Refresh-Cookie", "1").With("Origin", s.config.Auth.StaffOrigin).
		Do(t, "POST", "/v1/auth/login", login).Require(t, 200)
	staff := (&http.Response{Header: answer.Header}).Cookies()
	form := url.Values{"email": {login["email"]}, "password": {login["password"]}}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	t.Cleanup(client.CloseIdleConnections)
	res, err := client.PostForm(s.api+"/login", form)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	shop := res.Cookies()
	if len(staff) != 1 || len(shop) != 1 {
		t.Fatalf("%v %v, status %d", staff, shop, res.StatusCode)
	}
	if staff[0].Name == shop[0].Name || staff[0].Path != "/v1/auth/refresh" || shop[0].Path != "/" || !shop[0].HttpOnly ||
		shop[0].SameSite != http.SameSiteLaxMode || staff[0].SameSite != http.SameSiteStrictMode {
		t.Errorf("%v\n%v", staff[0], shop[0])
	}
	for _, secret := range []string{"accessToken", "eyJ", login["email"]} {
		if strings.Contains(shop[0].Value, secret) {
			t.Errorf("the shop's cookie can be read: %s", shop[0].Value)
		}
	}
	// What one has is nothing to the other.
	kit.NewAPI(s.api, nil).With("X-Refresh-Cookie", "1").With("Origin", s.config.Auth.StaffOrigin).
		With("Cookie", shop[0].Name+"="+shop[0].Value+"; "+staff[0].Name+"="+shop[0].Value).
		Do(t, "POST", "/v1/auth/refresh", nil).Require(t, 401)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.api+"/account", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", staff[0].Name+"="+staff[0].Value+"; "+shop[0].Name+"="+staff[0].Value)
	if status, page := answered(t, client, req); status != http.StatusSeeOther {
		t.Errorf("%d %.300s", status, page)
	}
}
