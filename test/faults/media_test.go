package faults

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/image/webp"

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

// The service is killed between the upload of pictures and their smaller copies, or while it makes
// them: in the end each copy is there, once and whole, and shows the picture at its width.
func TestKilledRenditions(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		contentType, form := kit.FileForm(t, "cup.png", kit.PNG(t, 1400, 1000))
		random := kit.Rand(t)
		widths := map[string]int{} // of the copies, by address
		for range scaled(2, 20) {
			for range 3 {
				made := w.asAdmin().With("Content-Type", contentType).Do(t, "POST", "/v1/admin/media", form).Require(t, 201)
				for i := range 3 {
					at := fmt.Sprintf("renditions.%d.", i)
					widths[strings.TrimPrefix(made.Text(at+"url"), publicURL)] = int(made.Number(at + "width"))
				}
			}
			<-time.After(time.Duration(random.IntN(300)) * time.Millisecond)
			w.kills++
			w.replicas[0].Kill()
			interrupted := w.endPictureClaims(t)
			t.Logf("%d claims interrupted", interrupted)
			w.replicas[0].Start()
			// A claim of two minutes may have been committed after its process had ended.
			kit.Within(t, 3*time.Minute, "every copy is made", func() error {
				if n := w.number("SELECT count(*) FROM media_webp_renditions WHERE status <> 'ready'"); n > 0 {
					return fmt.Errorf("%d are not", n)
				}
				return nil
			})
		}
		if n := w.number("SELECT count(*) FROM media_webp_renditions"); n != len(widths) {
			t.Errorf("%d copies, want %d", n, len(widths))
		}
		for path, want := range widths {
			got := w.api().Do(t, "GET", path, nil).Require(t, 200)
			shown, err := webp.DecodeConfig(bytes.NewReader(got.Body))
			if err != nil || shown.Width != want || got.Header.Get("Content-Type") != "image/webp" {
				t.Errorf("%s: %v, %d wide, %v", path, got.Header, shown.Width, err)
			}
		}
		checkEverything(t, w)
	})
}

// endPictureClaims ends the claims on pictures of processes that are gone, as time does, and
// returns how many there were.
func (w *world) endPictureClaims(t *testing.T) int64 {
	t.Helper()
	now := time.Now().UTC()
	ended := w.db.WithContext(t.Context()).Exec("UPDATE media_files SET renditions_due_at = ? WHERE renditions_due_at > ?", now, now)
	if ended.Error != nil {
		t.Fatal(ended.Error)
	}
	return ended.RowsAffected
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
