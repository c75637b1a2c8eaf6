package vat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	shop "orderd/modules/shop/events"
	"orderd/modules/vat/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// An answer is evidence, and what it says is published.
func TestAnswers(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.configure(t, shop.GroupSeller, shop.Seller{VATID: new("DE129273398")})
		s.configure(t, shop.GroupTax, shop.Tax{VATIDMaxAge: shop.Duration(100 * time.Hour)})
		s.give(t, french)
		log := eventbustest.Record(t, s.DB)
		s.ask(t)
		s.read(t).RequireFields(t, kit.Fields{
			"status": "valid", "name": "CAFÉ LUMIÈRE", "address": "12 RUE DE RIVOLI\n75004 PARIS", "consultationNumber": "WAPI1",
		})
		v, err := idOf(s.DB, s.userID)
		if err != nil || v.ValidUntil.Sub(*v.CheckedAt) != 100*time.Hour || v.DueAt.Sub(*v.CheckedAt) != 50*time.Hour {
			t.Errorf("%+v, %v", v, err)
		}
		log.RequireExactly(t, v.changed())
		c := s.checks(t)[0]
		if *c.Requester != "DE129273398" || s.register.requester != "DE129273398" || c.Source != sourceVIES || !c.Valid ||
			c.VATID != french || *c.ConsultationNumber != "WAPI1" || !c.CheckedAt.Equal(*v.CheckedAt) {
			t.Errorf("%+v", c)
		}
		s.ask(t) // nothing is due
		if n := s.register.questions(french); n != 1 {
			t.Errorf("%d questions", n)
		}

		// An id that VIES no longer knows counts at once as invalid, and is not asked about any more.
		s.register.answers(answer{}, nil)
		s.later(t, 50*time.Hour)
		s.read(t).RequireFields(t, kit.Fields{"status": "invalid", "validUntil": nil, "name": nil, "consultationNumber": nil})
		s.later(t, 1000*time.Hour)
		if n := s.register.questions(french); n != 2 {
			t.Errorf("%d questions", n)
		}
		log.RequireExactly(t, v.changed(), events.IDChanged{UserID: s.userID, Status: events.StatusInvalid, VATID: french})
		if found := s.checks(t); len(found) != 2 || found[0].Valid {
			t.Errorf("%+v", found)
		}
	})
}

// Without an answer an id is asked about after 1, 5 and 15 minutes, then every hour.
func TestRetries(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.register.answers(answer{}, errAway)
		s.give(t, french)
		log := eventbustest.Record(t, s.DB)
		s.ask(t)
		for i, pause := range []time.Duration{
			time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, time.Hour, time.Hour,
		} {
			s.later(t, pause-10*time.Second)
			if n := s.register.questions(french); n != i+1 {
				t.Errorf("%d questions before the pause %d ends", n, i+1)
			}
			s.later(t, 20*time.Second)
			if n := s.register.questions(french); n != i+2 {
				t.Errorf("%d questions after the pause %d", n, i+1)
			}
		}
		s.read(t).RequireFields(t, kit.Fields{"status": "pending", "checkedAt": nil})
		log.RequireExactly(t)
		if n := len(s.checks(t)); n != 0 {
			t.Errorf("%d pieces of evidence without an answer", n)
		}
		s.register.answers(known, nil)
		s.later(t, time.Hour)
		s.read(t).RequireFields(t, kit.Fields{"status": "valid"})
	})
}

// From half of its time on an id is asked about daily; it stays valid without an answer until
// validUntil, and no longer.
func TestProofsEnd(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.configure(t, shop.GroupTax, shop.Tax{VATIDMaxAge: shop.Duration(240 * time.Hour)})
		s.give(t, french)
		s.ask(t)
		first := s.read(t)
		log := eventbustest.Record(t, s.DB)
		s.register.answers(answer{}, errAway)
		s.later(t, 119*time.Hour)
		if n := s.register.questions(french); n != 1 {
			t.Errorf("%d questions before half of the time", n)
		}
		for range 4 {
			s.later(t, time.Hour) // the first, and those after 1, 5 and 15 minutes
		}
		for day := range 3 {
			before := s.register.questions(french)
			s.later(t, 24*time.Hour)
			if n := s.register.questions(french); n != before+1 {
				t.Errorf("day %d: %d questions, %d before", day, n, before)
			}
		}
		s.read(t).RequireFields(t, kit.Fields{"status": "valid", "validUntil": first.At("validUntil")})
		log.RequireExactly(t)

		s.later(t, 46*time.Hour)
		s.read(t).RequireFields(t, kit.Fields{
			"status": "pending", "validUntil": nil, "checkedAt": first.At("checkedAt"), "name": "CAFÉ LUMIÈRE",
		})
		log.RequireExactly(t, events.IDChanged{UserID: s.userID, Status: events.StatusPending, VATID: french})
		s.register.answers(known, nil)
		s.later(t, time.Minute+time.Second)
		s.read(t).RequireFields(t, kit.Fields{"status": "valid"})
	})
}

// A proof is renewed when VIES answers again.
func TestProofsAreRenewed(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.give(t, french)
		s.ask(t)
		first := s.read(t)
		for range 3 {
			s.later(t, shop.DefaultVATIDMaxAge/2+time.Minute)
		}
		s.read(t).RequireFields(t, kit.Fields{"status": "valid"})
		if n := len(s.checks(t)); n != 4 || s.read(t).At("validUntil") == first.At("validUntil") {
			t.Errorf("%d pieces of evidence", n)
		}
	})
}

// Whatever VIES does, an id is valid only while an answer says so that is kept and not too old, and
// what is published last is what is stored.
func TestNoProofWithoutAnAnswer(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		random := rand.New(rand.NewPCG(1, 2))
		for range 120 {
			switch random.IntN(10) {
			case 0:
				s.give(t, []string{french, "DE129273398"}[random.IntN(2)])
			case 1:
				_, _ = s.user.Try("DELETE", own, nil)
			case 2, 3:
				s.register.answers(answer{}, errAway)
			case 4, 5:
				s.register.answers(known, nil)
			case 6:
				s.register.answers(answer{}, nil)
			default:
				s.later(t, time.Duration(random.IntN(400))*time.Hour)
			}
			if err := s.provedNow(); err != nil {
				t.Fatal(err)
			}
		}
		all := eventbustest.Of[events.IDChanged](log)
		last, stored := all[len(all)-1], events.IDChanged{UserID: s.userID, Status: events.StatusPending}
		if v, err := idOf(s.DB, s.userID); err == nil {
			stored = v.changed()
		}
		if last.Status != stored.Status || last.VATID != stored.VATID {
			t.Errorf("published %+v, stored %+v", last, stored)
		}
	})
}

// provedNow is an error when the user's id counts as valid without a kept answer.
func (s *setup) provedNow() error {
	v, err := idOf(s.DB, s.userID)
	if err != nil || v.Status != events.StatusValid {
		return nil //nolint:nilerr // an id that is not there is not valid
	}
	var newest check
	if err := s.DB.Where("user_id = ? AND vat_id = ?", s.userID, v.VATID).Order("id DESC").Take(&newest).Error; err != nil {
		return err
	}
	if !newest.Valid || newest.CheckedAt.Add(shop.DefaultVATIDMaxAge).Before(*v.ValidUntil) {
		return fmt.Errorf("valid until %v, the last answer: %+v", v.ValidUntil, newest)
	}
	return nil
}

// An answer counts for the number that was asked about, and only under the claim: not when the id
// was replaced, deleted or confirmed meanwhile, when its user was erased, or when another worker
// has claimed it.
func TestLateAnswers(t *testing.T) {
	for name, meanwhile := range map[string]func(t *testing.T, s *setup){
		"replaced": func(t *testing.T, s *setup) { s.give(t, "DE129273398") },
		"given again": func(t *testing.T, s *setup) {
			s.user.Do(t, "DELETE", own, nil).Require(t, 204)
			s.give(t, french)
		},
		"confirmed": func(t *testing.T, s *setup) {
			s.admin.Do(t, "POST", admin+"/"+s.userID+"/confirm", body{"consultationNumber": "4711", "reason": "x"}).Require(t, 200)
		},
		"erased": func(t *testing.T, s *setup) {
			s.Publish(t, identity.AccountErased{UserID: s.userID, AddressID: kit.AddressID("ada@example.com"), ErasedAt: s.Clock.Now()})
		},
		"claimed by another": func(t *testing.T, s *setup) {
			s.Clock.Advance(lease + time.Second)
			s.claim(t)
		},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, s *setup) {
				s.give(t, french)
				claimed := s.claim(t)
				meanwhile(t, s)
				before, evidence := s.rows(t), len(s.checks(t))
				log := eventbustest.Record(t, s.DB)
				for _, a := range []answer{known, {}} {
					err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
						return s.worker.saveAnswer(t.Context(), tx, claimed, "", a, s.Clock.Now())
					})
					if err != nil {
						t.Error(err)
					}
				}
				err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error { return saveUnanswered(tx, claimed, s.Clock.Now()) })
				if err != nil || s.rows(t) != before || len(s.checks(t)) != evidence {
					t.Errorf("%v; before %s, now %s", err, before, s.rows(t))
				}
				log.RequireExactly(t)
			})
		})
	}
}

// rows are all ids, as a text.
func (s *setup) rows(t *testing.T) string {
	t.Helper()
	var rows []map[string]any
	if err := s.DB.Table("vat_ids").Find(&rows).Error; err != nil {
		t.Fatal(err)
	}
	return string(kit.JSON(t, rows))
}

// While the answer is under way a proof may end; a question without an answer does not bring it
// back.
func TestProofEndsWhileAsked(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.give(t, french)
		s.ask(t)
		s.advance(t, shop.DefaultVATIDMaxAge+time.Hour)
		claimed := s.claim(t)
		if err := s.worker.endProofs(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error { return saveUnanswered(tx, claimed, s.Clock.Now()) })
		if err != nil {
			t.Fatal(err)
		}
		s.read(t).RequireFields(t, kit.Fields{"status": "pending", "validUntil": nil})
		s.register.answers(known, nil)
		s.later(t, time.Minute+time.Second)
		s.read(t).RequireFields(t, kit.Fields{"status": "valid"})
	})
}

// A worker that is stopped while it asks leaves the id to the next one, when its claim has ended.
func TestStoppedWorker(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.give(t, french)
		ctx, stop := context.WithCancel(t.Context())
		s.register.reply = func(string) (answer, error) {
			stop()
			return answer{}, ctx.Err()
		}
		if err := s.worker.askAll(ctx); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		s.register.answers(known, nil)
		s.ask(t)
		s.read(t).RequireFields(t, kit.Fields{"status": "pending"})
		s.later(t, lease+time.Second)
		s.read(t).RequireFields(t, kit.Fields{"status": "valid"})
	})
}

// Of two replicas one asks about an id.
func TestReplicasAskOnce(t *testing.T) {
	t.Parallel()
	s := newSetup(t, database.Postgres)
	var numbers []string
	for i := range 20 {
		number := fmt.Sprintf("DE1292733%02d", i)
		user, _ := s.As(t, auth.RoleCustomer)
		user.Do(t, "PUT", own, body{"vatId": number}).Require(t, 200)
		numbers = append(numbers, number)
	}
	workers := []*worker{s.worker, s.newWorker(s.Replica(t))}
	var all sync.WaitGroup
	for _, w := range workers {
		all.Go(func() {
			if err := w.askAll(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, number := range numbers {
		if n := s.register.questions(number); n != 1 {
			t.Errorf("%s: %d questions", number, n)
		}
	}
}

// The module's own jobs ask soon after an id was given.
func TestJobs(t *testing.T) {
	t.Parallel()
	moduletest.Each(t, func(p moduletest.Deps) module.Module { return New(depsOf(p)) }, func(t *testing.T, r *moduletest.Runner) {
		for number, want := range map[string]string{"DE129273398": "valid", "DE129273000": "invalid", "DE129273999": "pending"} {
			user, _ := r.As(t, auth.RoleCustomer)
			user.Do(t, "PUT", own, body{"vatId": number}).Require(t, 200)
			kit.Eventually(t, "VIES was asked about "+number, func() error {
				var v vatID
				if err := r.DB.Where("vat_id = ? AND attempts = 0", number).Take(&v).Error; want != "pending" && err != nil {
					return err
				}
				if got := user.Do(t, "GET", own, nil).Text("status"); got != want {
					return errors.New(got)
				}
				return nil
			})
		}
	})
}
