package app

import (
	"net/http"
	"strings"
	"testing"

	"orderd/cmd/orderd/app/seed"
	"orderd/test/kit"
)

// TestSharedCache: what is the same for everybody may be kept by caches that are shared, when the
// configuration says how long; what a caller with a token sees may not.
func TestSharedCache(t *testing.T) {
	t.Parallel()
	s := startedWith(t, append(migratedEnviron(t, kit.Dialects[0]), "ORDERD_HTTP_SHARED_CACHE=1m"))
	if _, err := seed.Run(t.Context(), s.seedOptions(s.api)); err != nil {
		t.Fatal(err)
	}
	anonymous := kit.NewAPI(s.api, nil)
	login := map[string]string{"email": s.config.Admin.Email, "password": s.config.Admin.Password.Reveal()}
	token := anonymous.Do(t, "POST", "/v1/auth/login", login).Require(t, 200).Text("accessToken")
	page := map[string]string{"title": "Imprint", "text": "Moka & Co"}
	admin := anonymous.As(token)
	admin.Do(t, "PUT", "/v1/admin/pages/imprint/en", page).Require(t, 200)
	admin.Do(t, "POST", "/v1/admin/pages/imprint/en/publish", nil).Require(t, 200)
	for _, path := range []string{
		"/v1/products", "/v1/products?fields=card", "/v1/products/travel-press", "/v1/products/facets", "/v1/products/slugs",
		"/v1/search/suggest?q=travel", "/v1/categories", "/v1/brands", "/v1/shop", "/v1/shop?locale=de", "/v1/shop/pages/imprint",
	} {
		for who, want := range map[*kit.API]string{
			anonymous: "public, no-cache, s-maxage=60, stale-while-revalidate=60", admin: "private, no-cache",
		} {
			a := who.Do(t, "GET", path, nil).Require(t, 200)
			known := who.With("If-None-Match", a.Header.Get("ETag")).Do(t, "GET", path, nil)
			for _, answer := range []kit.Answer{a, known} {
				if got := answer.Header.Get("Cache-Control"); got != want {
					t.Errorf("%s: %d, Cache-Control %q, want %q", path, answer.Status, got, want)
				}
			}
		}
	}
}

// TestStorefrontOrigins: pages of a storefront's origin may use the refresh cookie, others may not.
func TestStorefrontOrigins(t *testing.T) {
	t.Parallel()
	const shop, other = "http://127.0.0.1:5173", "http://127.0.0.1:5174" // dev mode lets both call
	s := startedWith(t, append(migratedEnviron(t, kit.Dialects[0]), "ORDERD_AUTH_STOREFRONT_ORIGINS="+shop))
	api := kit.NewAPI(s.api, nil).With("X-Refresh-Cookie", "1")
	login := map[string]string{"email": s.config.Admin.Email, "password": s.config.Admin.Password.Reveal()}
	answer := api.With("Origin", shop).Do(t, "POST", "/v1/auth/login", login).Require(t, 200)
	cookies := (&http.Response{Header: answer.Header}).Cookies()
	if len(cookies) != 1 || answer.Header.Get("Access-Control-Allow-Credentials") != "true" || answer.At("refreshToken") != nil {
		t.Fatalf("%v %s", answer.Header, answer.Body)
	}
	for origin, status := range map[string]int{other: 403, shop: 200} {
		page := api.With("Origin", origin)
		preflight := page.With("Access-Control-Request-Method", "POST").With("Access-Control-Request-Headers", "x-refresh-cookie").
			Do(t, "OPTIONS", "/v1/auth/refresh", nil).Require(t, 204)
		if allowed := strings.Contains(preflight.Header.Get("Access-Control-Allow-Headers"), "X-Refresh-Cookie"); allowed != (status == 200) {
			t.Errorf("%s: %v", origin, preflight.Header)
		}
		page.With("Cookie", cookies[0].Name+"="+cookies[0].Value).Do(t, "POST", "/v1/auth/refresh", nil).Require(t, status)
	}
}
