package http

import (
	"fmt"
	"io"
	"net/http"
	"testing"
)

// BenchmarkCompression compares the product list of the demo shop as it is with the same
// compressed, and notes the bytes on the wire of the list and of the OpenAPI document.
func BenchmarkCompression(b *testing.B) {
	const list, document = "/v1/products?limit=20", "/openapi.json"
	s := openShop(b)
	plain := side{addr: s.addr(), next: again(get(list))}
	for _, coding := range []string{"gzip", "zstd"} {
		b.Run(coding, func(b *testing.B) {
			r := compared(b, "product list, "+coding+"; the floor is identity", 0.7, plain,
				side{addr: s.addr(), next: again(get(list, "Accept-Encoding: "+coding))})
			r.details = fmt.Sprintf("list %d of %d bytes, document %d of %d", s.wire(b, list, coding), s.wire(b, list, "identity"),
				s.wire(b, document, coding), s.wire(b, document, "identity"))
			table = append(table, r)
		})
	}
}

// wire is the size of the answer in the content coding, as it is sent.
func (s *shop) wire(b *testing.B, path, coding string) int {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, s.Base+path, nil)
	if err != nil {
		b.Fatal(err)
	}
	// The client leaves an answer encoded that it is asked for like this.
	request.Header.Set("Accept-Encoding", coding)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if got := answer.Header.Get("Content-Encoding"); err != nil || coding != "identity" && got != coding {
		b.Fatalf("%s: %q, want %s: %v", path, got, coding, err)
	}
	return len(body)
}
