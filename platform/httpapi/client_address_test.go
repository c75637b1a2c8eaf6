package httpapi_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"orderd/platform/httpapi"
	"orderd/platform/secret"
)

// The digest depends on the client's network and on the secret. Outside of a request it is empty.
func TestNetworkDigest(t *testing.T) {
	t.Parallel()
	digest := func(address, key string) (d string) {
		t.Helper()
		r, err := httpapi.New(httpapi.Options{PublicURL: publicURL, Secret: secret.New(key), TrustedProxies: []string{"127.0.0.1"}})
		if err != nil {
			t.Fatal(err)
		}
		r.Mount(http.MethodGet, "/digest", http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
			d = httpapi.NetworkDigest(req.Context())
		}))
		req := httptest.NewRequest(http.MethodGet, "/digest", nil)
		req.RemoteAddr = "127.0.0.1:1234"
		req.Header.Set("X-Forwarded-For", address)
		r.Handler().ServeHTTP(httptest.NewRecorder(), req)
		return d
	}
	const key, other = "the first secret of this test, long", "another secret of this test, as long"
	home := digest("2001:db8::1", key)
	if len(home) != 64 || digest("2001:db8:0:ff::2:3", key) != home || digest("::ffff:198.51.100.7", key) != digest("198.51.100.7", key) {
		t.Errorf("one network has several digests: %q", home)
	}
	for _, address := range []string{"2001:db8:0:100::1", "198.51.100.7"} {
		if digest(address, key) == home {
			t.Errorf("%s has the digest of another network", address)
		}
	}
	if digest("2001:db8::1", other) == home {
		t.Error("the digest does not depend on the secret")
	}
	if d := httpapi.NetworkDigest(context.Background()); d != "" {
		t.Errorf("outside of a request: %q", d)
	}
}
