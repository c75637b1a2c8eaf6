package app

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"orderd/cmd/orderd/app/client"
	"orderd/cmd/orderd/app/seed"
	"orderd/test/kit"
)

// Dev mode fills an empty shop, `seed` finds nothing left to add, and a day of the shop goes as it
// should.
func TestDevModeFillsTheShop(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		env := testEnviron(t, dialect)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		reader, writer := io.Pipe()
		code := make(chan int, 1)
		go func() {
			code <- Run(ctx, Streams{In: strings.NewReader(""), Out: writer, Err: io.Discard, Env: env}, []string{"serve", "--demo-pictures=1"})
			writer.Close()
		}()
		said := make([]byte, 4096)
		n, err := reader.Read(said)
		if err != nil {
			t.Fatal(err)
		}
		api := regexp.MustCompile(`API +(\S+)/v1`).FindStringSubmatch(string(said[:n]))
		if n, err = reader.Read(said); err != nil || !strings.Contains(string(said[:n]), "60 products") {
			t.Errorf("%s, %v", said[:n], err)
		}
		kit.Eventually(t, "the shop is full", func() error {
			if _, body := get(t, api[1]+"/v1/products?limit=1"); !strings.Contains(body, `"total":60`) {
				return fmt.Errorf("%s", body)
			}
			return nil
		})
		kit.Eventually(t, "a product has its pictures", func() error {
			if _, body := get(t, api[1]+"/v1/categories/coffee"); strings.Contains(body, `"image":null`) {
				return fmt.Errorf("%s", body)
			}
			return nil
		})
		orderd(t, env, "seed", "--url", api[1], "--pictures=0").require(t, 0, "added 0 products")
		orderd(t, env, "seed", "--url", api[1], "--email", "nobody@example.com").require(t, 1, "401 invalid_credentials")
		orderd(t, env, "demo", "--url", api[1]).require(t, 0, `(?m)^2[0-9] orders, [0-9]+ checks, 0 faults`)
		cancel()
		if c := <-code; c != 0 {
			t.Errorf("exit code %d", c)
		}
	})
}

// A run that was cut off is finished by the next one: products, stock, ways of shipping and
// promotions.
func TestSeedGoesOn(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	target, err := url.Parse(s.api)
	if err != nil {
		t.Fatal(err)
	}
	// The calls that still pass. A run that is cut off may leave a call on its way.
	var left atomic.Int64
	forward := httputil.NewSingleHostReverseProxy(target)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if left.Add(-1) < 0 {
			http.Error(w, "{}", http.StatusBadGateway)
			return
		}
		forward.ServeHTTP(w, r)
	}))
	defer proxy.Close()
	o := s.seedOptions(proxy.URL)
	for _, calls := range []int64{4, 30, 100, 200, 1000} {
		left.Store(calls)
		if _, err := seed.Run(t.Context(), o); (err == nil) != (calls == 1000) {
			t.Fatalf("cut after %d calls: %v", calls, err)
		}
	}
	for path, want := range map[string]int{
		// The steel travel mug is sold out.
		"/v1/admin/products": 60, "/v1/products?category=brewing": 30, "/v1/products?category=grinders": 10, "/v1/admin/shipping-methods": 3,
		"/v1/admin/promotions": 2, "/v1/admin/stock?below=1": 1,
	} {
		var list struct{ Meta struct{ Total int } }
		admin := client.Client{Base: s.api}
		var session struct{ AccessToken string }
		if err := admin.Call(t.Context(), "POST", "/v1/auth/login", map[string]string{"email": o.Email, "password": o.Password},
			&session); err != nil {
			t.Fatal(err)
		}
		admin.Token = session.AccessToken
		if err := admin.Call(t.Context(), "GET", path, nil, &list); err != nil || list.Meta.Total != want {
			t.Errorf("%s: %d, want %d: %v", path, list.Meta.Total, want, err)
		}
	}
}

// Products without pictures get theirs, those that stand for a category first, and the categories
// have them too; a second run goes on with the next.
func TestSeedPictures(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	o := s.seedOptions(s.api)
	if _, err := seed.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if given, err := seed.Pictures(t.Context(), o, 1); err != nil || given != 1 {
			t.Fatalf("%d products have got pictures: %v", given, err)
		}
	}
	for path, want := range map[string]string{
		"/v1/products/nordlicht-house-espresso": `"alt":"Nordlicht House Espresso, a bag with`,
		"/v1/products/sencha-fukujyu":           `"alt":"Sencha Fukujyu from near: a tin`,
		"/v1/categories/coffee":                 `nordlicht-house-espresso`,
		"/v1/categories/tea":                    `sencha-fukujyu`,
		"/v1/products/gooseneck-kettle":         `"images":[]`,
	} {
		if _, body := get(t, s.api+path); !strings.Contains(body, want) {
			t.Errorf("%s has no %s: %s", path, want, body)
		}
	}
}
