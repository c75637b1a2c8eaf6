package faults

import (
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"orderd/test/kit"
)

// The service is killed while it fetches the pictures of an import: in the end every product shows
// each of its pictures as the shop's own, and there is one of each address.
func TestKilledFetches(t *testing.T) {
	random := kit.Rand(t)
	picture := kit.PNG(t, 400, 300)
	elsewhere := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-time.After(50 * time.Millisecond) // so that a kill meets a fetch
		_, _ = w.Write(picture)
	}))
	t.Cleanup(elsewhere.Close)
	trusted := filepath.Join(t.TempDir(), "elsewhere.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: elsewhere.Certificate().Raw})
	if err := os.WriteFile(trusted, block, 0o600); err != nil {
		t.Fatal(err)
	}
	const products = 12
	each(t, func(t *testing.T, w *world) {
		var file strings.Builder
		file.WriteString("name,sku,price,images\n")
		for n := range products {
			fmt.Fprintf(&file, "Fetched %d,FETCH-%d-,5,\"%s/%d.png\n%s/shared.png\"\n", n, n, elsewhere.URL, n, elsewhere.URL)
		}
		w.asAdmin().With("Content-Type", "text/csv").Do(t, "POST", "/v1/admin/products/import?pictures=fetch", file.String()).
			Require(t, 200).RequireFields(t, kit.Fields{"saved": products, "picturesToFetch": products + 1})
		for range scaled(2, 4) {
			<-time.After(time.Duration(100+random.IntN(400)) * time.Millisecond)
			w.kills++
			w.replicas[0].Kill()
			ended := w.db.WithContext(t.Context()).Exec("UPDATE media_fetches SET due_at = ? WHERE claim IS NOT NULL", time.Now().UTC())
			if ended.Error != nil {
				t.Fatal(ended.Error)
			}
			t.Logf("%d claims interrupted", ended.RowsAffected)
			w.replicas[0].Start()
		}
		kit.Within(t, 2*time.Minute, "every picture is fetched and shown", func() error {
			// A claim that was committed after its process had ended, more than 30 s ago.
			now := time.Now().UTC()
			late := w.db.WithContext(t.Context()).Exec(
				"UPDATE media_fetches SET due_at = ? WHERE claim IS NOT NULL AND due_at BETWEEN ? AND ?",
				now, now, now.Add(5*time.Minute-30*time.Second)) // a claim holds for five minutes
			if late.Error != nil {
				return late.Error
			}
			fetched := w.number("SELECT count(*) FROM media_fetches WHERE status = 'fetched'")
			wanted := w.number("SELECT count(*) FROM catalog_wanted_pictures")
			if fetched != products+1 || wanted != 0 {
				return fmt.Errorf("%d are fetched, %d are waited for", fetched, wanted)
			}
			return nil
		})
		if ready := w.number("SELECT count(*) FROM media_files WHERE status = 'ready'"); ready != products+1 {
			t.Errorf("%d pictures, want %d", ready, products+1)
		}
		for n := range products {
			found := w.asAdmin().Do(t, "GET", fmt.Sprintf("/v1/admin/products?q=FETCH-%d-", n), nil).Require(t, 200)
			for i := range 2 {
				at := fmt.Sprintf("data.0.images.%d.", i)
				found.RequireFields(t, kit.Fields{at + "width": 400, at + "renditions.#": 1})
				w.api().Do(t, "GET", strings.TrimPrefix(found.Text(at+"url"), publicURL), nil).Require(t, 200)
			}
		}
		checkEverything(t, w)
	}, "ORDERD_DEV=true", "SSL_CERT_FILE="+trusted)
}
