package vat

import (
	"testing"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/modules/vat/events"
	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/test/kit"
)

// A worker that has found an id due, and comes second, claims nothing: the other replica asks.
func TestClaimIsGuarded(t *testing.T) {
	t.Parallel()
	s := newSetup(t, database.Postgres)
	s.give(t, french)
	other := s.DB.WithContext(t.Context()).Begin()
	defer other.Rollback()
	claim := background.Claim(s.Clock.Now().Add(lease))
	if err := other.Model(&vatID{}).Where("user_id = ?", s.userID).Updates(claim).Error; err != nil {
		t.Fatal(err)
	}
	var claimed []vatID
	done := kit.Contend(t, s.DB, other, func() (err error) {
		claimed, err = claimDue(t.Context(), s.DB, maxQuestions, s.Clock.Now())
		return err
	})
	if err := other.Commit().Error; err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil || len(claimed) != 0 {
		t.Errorf("claimed %+v, %v", claimed, err)
	}
}

// A proof that was renewed since it was found to be over stays.
func TestRenewedProofDoesNotEnd(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.give(t, french)
		s.ask(t)
		s.advance(t, shop.DefaultVATIDMaxAge+1)
		users, err := usersToEnd(s.DB, s.Clock.Now(), 10)
		if err != nil || len(users) != 1 {
			t.Fatalf("%v, %v", users, err)
		}
		s.ask(t)
		if err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			return endProof(t.Context(), tx, users[0], s.Clock.Now())
		}); err != nil {
			t.Fatal(err)
		}
		s.read(t).RequireFields(t, kit.Fields{"status": "valid"})
	})
}

// The UPDATE of an id refuses one that has another status by now, and one that is gone, which it
// does not bring back.
func TestIDIsGuarded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.give(t, french)
		stale, err := idOf(s.DB, s.userID)
		if err != nil {
			t.Fatal(err)
		}
		s.ask(t)
		save := func() {
			t.Helper()
			v := stale
			v.markAnswered(answer{}, shop.DefaultVATIDMaxAge, s.Clock.Now())
			err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error { return saveID(tx, &v, events.StatusPending) })
			if err == nil {
				t.Error("an id that has changed was written")
			}
		}
		save()
		s.read(t).RequireFields(t, kit.Fields{"status": "valid"})
		s.user.Do(t, "DELETE", own, nil).Require(t, 204)
		save()
		s.user.Do(t, "GET", own, nil).Require(t, 404)
	})
}

// Behind what workers and commands look at stand the constraints of the tables: one id of an
// account, no proof without an answer, no evidence of the staff without a number and a reason.
func TestConstraintsOfIDs(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.give(t, french)
		s.ask(t)
		s.admin.Do(t, "POST", admin+"/"+s.userID+"/confirm", body{"consultationNumber": "4711", "reason": "x"}).Require(t, 200)
		s.user.Do(t, "GET", own, nil).Require(t, 200)
		const insert = `INSERT INTO vat_ids (id, user_id, vat_id, status, checked_at, valid_until, due_at, attempts, search, created_at,
			updated_at) SELECT `
		const others = ", vat_id, status, checked_at, valid_until, due_at, attempts, search, created_at, updated_at FROM vat_ids"
		const unknown = "'0199d5a1-93c4-7a50-8b1c-6d2e3f405171'"
		kit.RequireRefused(t, s.DB, [][2]string{
			{"vat_ids_user_key", insert + unknown + ", user_id" + others},
			{"vat_ids_pkey", insert + "id, " + unknown + others},
			{"vat_users_pkey", "INSERT INTO vat_users SELECT * FROM vat_users"},
			{"vat_ids_vat_id_check", "UPDATE vat_ids SET vat_id = ''"},
			{"vat_ids_status_check", "UPDATE vat_ids SET status = 'x', valid_until = NULL"},
			{"vat_ids_attempts_check", "UPDATE vat_ids SET attempts = -1"},
			{"vat_ids_valid_check", "UPDATE vat_ids SET valid_until = NULL"},
			{"vat_ids_valid_check", "UPDATE vat_ids SET status = 'invalid'"},
			{"vat_ids_answered_check", "UPDATE vat_ids SET checked_at = NULL"},
			{"vat_ids_due_check", "UPDATE vat_ids SET due_at = NULL"},
			{"vat_ids_due_check", "UPDATE vat_ids SET status = 'invalid', valid_until = NULL, due_at = NULL, claim = " + unknown},
			{"vat_checks_source_check", "UPDATE vat_checks SET source = 'x' WHERE source = 'vies'"},
			{"vat_checks_reason_check", "UPDATE vat_checks SET reason = 'x' WHERE source = 'vies'"},
			{"vat_checks_reason_check", "UPDATE vat_checks SET reason = NULL WHERE source = 'staff'"},
			{"vat_checks_staff_check", "UPDATE vat_checks SET valid = FALSE WHERE source = 'staff'"},
			{"vat_checks_staff_check", "UPDATE vat_checks SET consultation_number = NULL WHERE source = 'staff'"},
			{"vat_checks_pkey", "INSERT INTO vat_checks SELECT * FROM vat_checks"},
		})
	})
}
