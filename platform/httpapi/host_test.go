package httpapi_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"orderd/platform/httpapi"
)

func TestHosts(t *testing.T) {
	t.Parallel()
	own := httpapi.OnlyHosts("Shop.Example", "")
	for host, want := range map[string]bool{
		"localhost": true, "localhost:8080": true, "LocalHost.": true, "localhost.:80": true, "127.0.0.1": true, "127.0.0.1:8080": true,
		"192.0.2.7": true,
		"[::1]":     true, "[::1]:8080": true, "::1": true, "shop.example": true, "SHOP.example.:443": true,
		"": false, ":8080": false, "evil.example": false, "evil.example:8080": false, "localhost.evil.example": false, "a.localhost": false,
		"shop.example.evil.example": false,
		"127.0.0.1.evil.example":    false, "localhost:1:2": false, "[evil]": false, "evil.example..": false,
	} {
		if got := own.Allow(host); got != want {
			t.Errorf("%q: %t, want %t", host, got, want)
		}
	}
	if !httpapi.Hosts(nil).Allow("evil.example") {
		t.Error("without a list every name is right")
	}
}

// TestMisdirected: a request for another host gets a 421 whatever its path, and no handler runs.
func TestMisdirected(t *testing.T) {
	t.Parallel()
	b := plain(t, func(o *httpapi.Options) { o.Hosts = httpapi.OnlyHosts("shop.example") })
	address := strings.TrimPrefix(b.base, "http://")
	ask := func(request string) *http.Response {
		t.Helper()
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		fmt.Fprint(conn, request)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	for request, want := range map[string]int{
		"POST /v1/login HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n": 421,
		"GET /healthz HTTP/1.1\r\nHost: evil.example:8080\r\n\r\n":                   421,
		"GET /nothing HTTP/1.1\r\nHost: evil.example\r\n\r\n":                        421,
		"GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n":        421,
		"GET /healthz HTTP/1.0\r\n\r\n":                                              421,
		"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n":                           200,
		"GET /healthz HTTP/1.1\r\nHost: Shop.Example:443\r\n\r\n":                    200,
		"GET /healthz HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n":                          200,
	} {
		if answer := ask(request); answer.StatusCode != want || want == 421 && answer.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%q: %s %v", request, answer.Status, answer.Header)
		}
	}
}
