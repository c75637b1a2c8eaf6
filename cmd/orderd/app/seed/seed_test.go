package seed

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestShop(t *testing.T) {
	t.Parallel()
	brands, categories, skus := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, p := range demo.Products {
		brands[p.Brand]++
		categories[p.Category]++
		for _, v := range p.Variants {
			if skus[v.SKU] || v.SKU == "" || v.Price == "" {
				t.Errorf("%s: %+v", p.Name, v)
			}
			skus[v.SKU] = true
		}
	}
	if len(demo.Products) < 60 || len(brands) != 8 || len(categories) != 6 || len(demo.Brands) != 8 || len(demo.Categories) != 6 {
		t.Errorf("%d products, brands %v, categories %v", len(demo.Products), brands, categories)
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	all := Pictures()
	if len(all) != len(demo.Products) {
		t.Errorf("%d pictures", len(all))
	}
	for path, picture := range all {
		w := httptest.NewRecorder()
		picture.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if h := w.Header(); w.Code != 200 || h.Get("Content-Type") != "image/svg+xml" || !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") || !strings.Contains(h.Get("Cache-Control"), "public") {
			t.Errorf("%s: %d %v", path, w.Code, h)
		}
		svg := xml.NewDecoder(w.Body)
		for {
			if _, err := svg.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
	}
}
