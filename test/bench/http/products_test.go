package http

import (
	"testing"

	"orderd/cmd/orderd/app/seed"
	"orderd/test/kit"
)

// BenchmarkProductPage compares a product, as everybody reads it.
func BenchmarkProductPage(b *testing.B) { compareReads(b, "/v1/products/filter-mug-workshop") }

// BenchmarkProductList compares the newest 20 products.
func BenchmarkProductList(b *testing.B) { compareReads(b, "/v1/products") }

func compareReads(b *testing.B, path string) {
	address, keys := kit.PostgresURL(b), keysFile(b)
	service := kit.Serve(b, settings(address, keys)...)
	if _, err := seed.Run(b.Context(), seed.Options{URL: service.Base, Public: service.Base, Email: adminEmail, Password: adminPassword}); err != nil {
		b.Fatal(err)
	}
	compare(b, startFloor(b, address, keys), service, "GET "+path+" HTTP/1.1\r\nHost: shop.test\r\n\r\n")
}
