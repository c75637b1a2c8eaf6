package faults

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
)

// The service is killed while pictures are uploaded: each that was answered is there whole and
// once, and of the others neither a row nor a byte is left when the sweep has run.
func TestKilledUploads(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		stop := w.uploadAll(t)
		random := kit.Rand(t)
		for range scaled(2, 30) {
			<-time.After(time.Duration(100+random.IntN(400)) * time.Millisecond)
			w.restart(0)
		}
		answered := stop()
		if len(answered) == 0 {
			t.Fatal("no upload was answered")
		}
		for url, size := range answered {
			got, err := kit.Patiently(func() (kit.Answer, error) { return w.api().Try("GET", strings.TrimPrefix(url, publicURL), nil) })
			if err != nil || got.Status != 200 || len(got.Body) != size {
				t.Errorf("%s: %d, %d bytes, want %d, %v", url, got.Status, len(got.Body), size, err)
			}
		}
		if ready := w.number("SELECT count(*) FROM media_files WHERE status = 'ready'"); ready != len(answered) {
			t.Errorf("%d pictures are ready, %d were answered", ready, len(answered))
		}
		// An hour later, at the next look.
		aged := w.db.WithContext(t.Context()).Exec("UPDATE media_files SET updated_at = ? WHERE status = 'uploading'", time.Now().UTC().
			Add(-2*time.Hour))
		if aged.Error != nil {
			t.Fatal(aged.Error)
		}
		t.Logf("%d uploads answered, %d interrupted", len(answered), aged.RowsAffected)
		w.restart(0)
		kit.Within(t, time.Minute, "nothing is left of the interrupted uploads", func() error {
			rows := w.number("SELECT count(*) FROM media_files WHERE status <> 'ready'")
			orphans := w.number(`SELECT count(*) FROM media_chunks c WHERE NOT EXISTS (
				SELECT 1 FROM media_files f WHERE c.object LIKE CAST(f.id AS text) || '/%')`)
			if rows+orphans > 0 {
				return fmt.Errorf("%d rows, %d chunks", rows, orphans)
			}
			return nil
		})
		checkEverything(t, w)
	})
}

// uploadAll uploads pictures, several at once, until stop, which returns the sizes of those that
// were answered, by address.
func (w *world) uploadAll(t *testing.T) (stop func() map[string]int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var uploaders sync.WaitGroup
	var mu sync.Mutex
	answered := map[string]int{}
	contentType, form := kit.FileForm(t, "cup.png", kit.PNG(t, 700, 500))
	for range 3 {
		uploaders.Go(func() {
			for ctx.Err() == nil {
				limited, done := context.WithTimeout(t.Context(), time.Minute)
				got, _, err := mustSettle(limited, w.asAdmin().With("Content-Type", contentType), "POST", "/v1/admin/media", form, 201)
				done()
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				answered[got.Text("url")] = int(got.Number("bytes"))
				mu.Unlock()
			}
		})
	}
	return func() map[string]int {
		cancel()
		uploaders.Wait()
		return answered
	}
}
