package http

import (
	"bytes"
	"strings"
	"testing"

	"orderd/cmd/orderd/app/seed"
	"orderd/test/kit"
)

// shop is the service with the demo shop, in production's settings, and the floor on its database.
type shop struct {
	*kit.Process
	url, keys string
	floor     string   // its address
	token     string   // an admin's
	endpoints []string // of webhooks: their paths
}

func openShop(b testing.TB, more ...string) *shop {
	b.Helper()
	url := kit.PostgresURL(b)
	s := openShopOn(b, url, url, more...)
	s.floor = startFloor(b, s.url, s.keys)
	s.token = kit.NewAPI(s.Base, nil).Do(b, "POST", "/v1/auth/login", map[string]string{"email": adminEmail, "password": adminPassword}).
		Require(b, 200).Text("accessToken")
	return s
}

// openShopOn is openShop without the floor and the admin's token. The service finds the database at
// an address of its own.
func openShopOn(b testing.TB, url, service string, more ...string) *shop {
	b.Helper()
	return openShopOf(b, kit.Binary(b), url, service, more...)
}

// openShopOf is openShopOn for another binary of the service.
func openShopOf(b testing.TB, binary, url, service string, more ...string) *shop {
	b.Helper()
	s := &shop{url: url, keys: keysFile(b)}
	s.Process = kit.Prepare(b, append(settings(service, s.keys), more...)...)
	s.Binary = binary
	s.Start()
	stock(b, s.Process)
	return s
}

// stock fills the shelves with the demo shop.
func stock(b testing.TB, p *kit.Process) {
	b.Helper()
	if _, err := seed.Run(b.Context(), seed.Options{URL: p.Base, Email: adminEmail, Password: adminPassword}); err != nil {
		b.Fatal(err)
	}
}

// limited is the address of another process of the service, which counts every call, and the
// buyer's open orders, against limits that are not reached.
func (s *shop) limited(b testing.TB) string {
	b.Helper()
	// All orders of a benchmark have one destination and network.
	const never, most = "1000000/1m", "1000000,0,0"
	p := kit.Serve(b, append(settings(s.url, s.keys), "ORDERD_HTTP_PUBLIC_URL="+s.Base, "ORDERD_LIMITS_ENABLED=true",
		"ORDERD_LIMITS_CHECKOUT="+never+",1000000/1h", "ORDERD_LIMITS_WRITES="+never, "ORDERD_LIMITS_READS="+never,
		"ORDERD_ORDERING_OPEN_ORDERS="+most, "ORDERD_ORDERING_OPEN_UNITS="+most)...)
	return strings.TrimPrefix(p.Base, "http://")
}

// addr is where the service listens.
func (s *shop) addr() string { return strings.TrimPrefix(s.Base, "http://") }

// get is a GET of the path, with more lines of headers.
func get(path string, headers ...string) string {
	return "GET " + path + " HTTP/1.1\r\nHost: shop.test\r\n" + strings.Join(append(headers, ""), "\r\n") + "\r\n"
}

func bearer(token string) string { return "Authorization: Bearer " + token }

// sameAnswer fails the benchmark when the floor's answer is not the service's, byte for byte.
func (s *shop) sameAnswer(b testing.TB, path, token string) {
	b.Helper()
	want := kit.NewAPI(s.Base, nil).As(token).Do(b, "GET", path, nil).Require(b, 200).Body
	got := kit.NewAPI("http://"+s.floor, nil).As(token).Do(b, "GET", path, nil).Require(b, 200).Body
	if !bytes.Equal(got, want) {
		b.Fatalf("GET %s: the floor answers\n%s\nand the service\n%s", path, got, want)
	}
}
