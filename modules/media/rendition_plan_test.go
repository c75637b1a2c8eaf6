package media

import (
	"bytes"
	"testing"

	"gorm.io/gorm"

	"orderd/modules/media/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// asBefore makes a picture what it was under the release before: with copies as JPEG, one of which
// is made, and without those of today.
func (s *setup) asBefore(t *testing.T, mediaID, stem string, content []byte) {
	t.Helper()
	db := s.DB.WithContext(t.Context())
	made := formerRendition{MediaID: mediaID, Width: 320, Name: stem + "-320.jpg", Status: "ready", ContentType: typeJPEG,
		Bytes: int64(len(content)), Digest: digestOf(content)}
	m, err := mediumByID(db, mediaID)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.lib.storage.stores[m.Store].put(t.Context(), made.object(), typeJPEG, content); err != nil {
		t.Fatal(err)
	}
	insert := `INSERT INTO media_renditions (media_id, width, height, name, status, content_type, bytes, digest) VALUES (?, ?, 240, ?, ?, ?, ?, ?)`
	for _, statement := range [][]any{
		{`DELETE FROM media_webp_renditions WHERE media_id = ?`, mediaID},
		{insert, mediaID, 320, made.Name, made.Status, made.ContentType, made.Bytes, made.Digest},
		{insert, mediaID, 640, stem + "-640.jpg", "pending", typeJPEG, 0, ""},
		{`UPDATE media_files SET planned = FALSE, renditions_due_at = NULL, renditions_attempts = 0 WHERE id = ?`, mediaID},
	} {
		if err := db.Exec(statement[0].(string), statement[1:]...).Error; err != nil {
			t.Fatal(err)
		}
	}
}

// A picture from before gets its copies once, whoever plans them, and says which. The addresses of
// its former copies stay good, and go with it.
func TestPicturesFromBefore(t *testing.T) {
	eachStore(t, func(t *testing.T, s *setup) {
		got := s.uploaded(t, "cup.jpg", jpegOf(t, photo(800, 600)))
		s.awaitRendition(t, got, 1)
		mediaID, address := got.Text("id"), publicURL+"/media/"+got.Text("id")
		former := jpegOf(t, photo(320, 240))
		s.asBefore(t, mediaID, "cup", former)
		s.served(t, s.renditionURL(got, 0)).Require(t, 404, "not_found")
		read, err := mediumByID(s.DB.WithContext(t.Context()), mediaID)
		if err != nil {
			t.Fatal(err)
		}
		log := eventbustest.Record(t, s.DB)
		kit.AtOnce(4, func(int) string {
			if err := s.lib.planFormer(t.Context()); err != nil {
				t.Error(err)
			}
			return ""
		})
		// One that has read the picture before, and comes late, changes nothing.
		err = database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			return s.lib.planCopies(t.Context(), tx, read, s.Clock.Now())
		})
		if err != nil {
			t.Error(err)
		}
		log.RequireExactly(t, events.Described{MediaID: mediaID, URL: got.Text("url"), Width: 800, Height: 600, Renditions: []events.Rendition{
			{Width: 320, URL: address + "/cup-320.webp", ContentType: typeWebP}, {Width: 640, URL: address + "/cup-640.webp", ContentType: typeWebP},
		}})
		s.served(t, s.renditionURL(got, 0)).Require(t, 200)
		if err := s.lib.makeRenditions(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.awaitRendition(t, got, 0)
		if size := decoded(t, s.served(t, s.renditionURL(got, 1)).Body).Bounds().Size(); size.X != 640 || size.Y != 480 {
			t.Errorf("the copy has %v", size)
		}
		if kept := s.served(t, address+"/cup-320.jpg").Require(t, 200); !bytes.Equal(kept.Body, former) ||
			kept.Header.Get("Content-Type") != typeJPEG {
			t.Errorf("the former copy: %v", kept.Header)
		}
		pending := s.served(t, address+"/cup-640.jpg").Require(t, 200)
		if len(pending.Body) != int(got.Number("bytes")) || pending.Header.Get("Cache-Control") != "public, no-cache" {
			t.Errorf("a former copy that was not made: %v", pending.Header)
		}
		s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 204)
		s.released(t, mediaID)
		s.awaitEmpty(t)
	})
}

// What a process that was killed has claimed, another makes when the claim has ended. What has
// ended every process that tried it is given up, and its address stays the original's.
func TestCopiesAfterAKill(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		got := s.uploaded(t, "cup.png", pngOf(t, photo(400, 400)))
		s.awaitRendition(t, got, 0)
		db := s.DB.WithContext(t.Context())
		killed := func(attempts int) {
			t.Helper()
			until := s.Clock.Now().Add(renditionLease)
			if err := db.Model(&rendition{}).Where("media_id = ?", got.Text("id")).
				UpdateColumns(map[string]any{"status": renditionPending, "bytes": 0, "digest": ""}).Error; err != nil {
				t.Fatal(err)
			}
			if err := db.Model(&medium{}).Where("id = ?", got.Text("id")).
				UpdateColumns(map[string]any{"renditions_due_at": until, "renditions_attempts": attempts}).Error; err != nil {
				t.Fatal(err)
			}
		}
		state := func() renditionStatus {
			t.Helper()
			found, err := renditionsOf(db, got.Text("id"))
			if err != nil || len(found) != 1 {
				t.Fatalf("%v, %v", found, err)
			}
			return found[0].Status
		}
		for _, row := range []struct {
			attempts int
			want     renditionStatus
		}{{1, renditionReady}, {renditionAttempts, renditionFailed}} {
			killed(row.attempts)
			if err := s.lib.makeRenditions(t.Context()); err != nil || state() != renditionPending {
				t.Fatalf("under the claim of another: %s, %v", state(), err)
			}
			s.Clock.Advance(renditionLease + 1)
			kit.Eventually(t, "the claim has ended", func() error {
				if err := s.lib.makeRenditions(t.Context()); err != nil {
					return err
				}
				if state() != row.want {
					return errNotYet
				}
				return nil
			})
		}
		if failed := s.served(t, s.renditionURL(got, 0)).Require(t, 200); failed.Header.Get("Content-Type") != typePNG {
			t.Errorf("%v", failed.Header)
		}
	})
}

// The binary has an encoder of its own: `make` sets the tag nodynamic.
func TestEncoderIsInTheBinary(t *testing.T) {
	t.Parallel()
	if usesSystemLibrary() {
		t.Error("libwebp is the system's: build with -tags nomsgpack,nodynamic")
	}
}
