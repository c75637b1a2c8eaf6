package media

import (
	"testing"
	"time"

	"orderd/platform/fault"
)

// Of two processes that have read the same picture one makes its copies, and what one that is late
// has made changes none that is there.
func TestCopiesAreClaimedOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		got := s.uploaded(t, "cup.png", pngOf(t, photo(400, 400)))
		s.awaitRendition(t, got, 0)
		db := s.DB.WithContext(t.Context())
		m, err := mediumByID(db, got.Text("id"))
		if err != nil {
			t.Fatal(err)
		}
		until := s.Clock.Now().Add(time.Hour)
		if err := claimMedium(db, m, until); err != nil {
			t.Fatal(err)
		}
		if err := claimMedium(db, m, until); !fault.Is(err, fault.NotFound) {
			t.Errorf("the second claim: %v", err)
		}
		before, err := renditionsOf(db, m.ID)
		if err != nil || len(before) == 0 {
			t.Fatalf("%d copies, %v", len(before), err)
		}
		late := before[0]
		late.Bytes, late.Digest = 1, "late"
		if err := saveRendition(db, late); err != nil {
			t.Fatal(err)
		}
		if after, err := renditionsOf(db, m.ID); err != nil || after[0] != before[0] {
			t.Errorf("%+v became %+v (%v)", before[0], after[0], err)
		}
	})
}
