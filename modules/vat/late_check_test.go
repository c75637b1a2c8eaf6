package vat

import (
	"slices"
	"testing"
	"time"

	"orderd/platform/convert"
	"orderd/platform/module"
)

func TestLateCheck(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		require := func(want ...string) {
			t.Helper()
			found := s.Module.Check(t.Context(), s.DB)
			if got := convert.All(found, func(f module.Finding) string { return f.Code }); !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		}
		require("vat_ids_ok")
		s.register.answers(answer{}, errAway)
		s.give(t, french)
		s.ask(t)
		require("vat_ids_ok")
		s.Clock.Advance(12 * time.Minute)
		require("vat_questions_late")
		s.later(t, 24*time.Hour)
		require("vat_ids_unanswered")
		s.register.answers(known, nil)
		s.later(t, time.Hour)
		require("vat_ids_ok")
	})
	if found := (&lateCheck{}).check(t.Context(), nil); found != nil {
		t.Errorf("without a database: %v", found)
	}
}
