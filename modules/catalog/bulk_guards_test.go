package catalog

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/platform/module"
	"orderd/platform/search"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// idle is the module without its jobs, which a test does itself.
func idle(p moduletest.Deps) module.Module {
	m := build(p)
	m.Run = nil
	return m
}

// bulkEditor does bulk edits as the module does.
func (s *setup) bulkEditor(t *testing.T) *bulkEditor {
	t.Helper()
	b := newBulkEditor(Deps{DB: s.DB, Clock: s.Clock, Log: s.Log, Copies: s.Copies})
	s.refresh(t)
	return b
}

// eachIdle runs a test on both databases with a bulk edit of 25 products that has not begun.
func eachIdle(t *testing.T, test func(t *testing.T, s *setup, editID string)) {
	t.Parallel()
	moduletest.Each(t, idle, func(t *testing.T, r *moduletest.Runner) {
		s := &setup{Runner: r}
		s.admin, s.adminID = r.As(t, auth.RoleAdmin)
		for i := range 25 {
			s.product(t, simple(fmt.Sprint("Cup ", i), 10))
		}
		started := s.admin.Do(t, "POST", bulkPath, body{"filter": body{}, "action": body{"kind": "change_prices", "percent": 10}})
		test(t, s, started.Require(t, 201).Text("id"))
	})
}

// requireOnce wants all products changed once, with an event for each.
func (s *setup) requireOnce(t *testing.T, editID string, log *eventbustest.Recorder) {
	t.Helper()
	s.admin.Do(t, "GET", bulkPath+"/"+editID, nil).Require(t, 200).RequireFields(t, kit.Fields{
		"status": "done", "changed": 25, "pending": 0, "failed": 0,
	})
	var once int64
	err := s.DB.Model(&product{}).Where("price_from = 1100 AND version = 2").Count(&once).Error
	if saved := len(eventbustest.Of[events.ProductSaved](log)); err != nil || once != 25 || saved != 25 {
		t.Errorf("%d products were changed once, with %d events, %v", once, saved, err)
	}
}

var errKilled = errors.New("the process is gone")

// A process that ends in the middle of a batch leaves nothing of it. The next one does the rest.
func TestBulkEditOfAKilledProcess(t *testing.T) {
	eachIdle(t, func(t *testing.T, s *setup, editID string) {
		log, editor := eventbustest.Record(t, s.DB), s.bulkEditor(t)
		for batch := range 3 {
			err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				if _, err := editor.doBatch(t.Context(), tx, editID, false); err != nil {
					return err
				}
				return errKilled
			})
			if !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			s.admin.Do(t, "GET", bulkPath+"/"+editID, nil).Require(t, 200).RequireFields(t, kit.Fields{
				"status": "running", "changed": batch * bulkBatch, "pending": 25 - batch*bulkBatch,
			})
			s.admin.Do(t, "POST", bulkPath+"/"+editID+"/undo", nil).Require(t, 409, "invalid_transition")
			err = database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				_, err := editor.doBatch(t.Context(), tx, editID, false)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		s.requireOnce(t, editID, log)
	})
}

// Several processes at work on a bulk edit change each product once.
func TestBulkEditInSeveralProcesses(t *testing.T) {
	eachIdle(t, func(t *testing.T, s *setup, editID string) {
		log, editor := eventbustest.Record(t, s.DB), s.bulkEditor(t)
		kit.AtOnce(4, func(int) error { return editor.work(t.Context()) })
		if err := editor.work(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.requireOnce(t, editID, log)
	})
}

// What became of a product is stored once: a second result takes its change back.
func TestBulkResultIsStoredOnce(t *testing.T) {
	eachIdle(t, func(t *testing.T, s *setup, editID string) {
		editor := s.bulkEditor(t)
		stale := func(tx *gorm.DB) error {
			e, err := lockBulkEdit(tx, editID)
			if err != nil {
				return err
			}
			r := bulkResult{EditID: editID, State: bulkPending}
			if err := tx.Where("position = 0").Take(&r).Error; err != nil {
				return err
			}
			r.State = bulkPending // as a process saw it before
			return editor.do(t.Context(), tx, &e, &r, bulkResult{}, true)
		}
		if err := editor.work(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := database.InTx(t.Context(), s.DB, stale); !errors.Is(err, errDoneElsewhere) {
			t.Errorf("a second result: %v", err)
		}
		var twice int64
		if err := s.DB.Model(&product{}).Where("version <> 2").Count(&twice).Error; err != nil || twice > 0 {
			t.Errorf("%d products were changed twice, %v", twice, err)
		}
	})
}

// A product that can't be saved does not hold up the others: it has failed.
func TestBulkEditPassesOver(t *testing.T) {
	eachIdle(t, func(t *testing.T, s *setup, editID string) {
		var broken bulkResult
		err := s.DB.Where("edit_id = ? AND position = 12", editID).Take(&broken).Error
		if err == nil { // a text that is no JSON, which no request can store
			err = s.DB.Exec("UPDATE catalog_products SET attributes = 'x' WHERE id = ?", broken.ProductID).Error
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := s.bulkEditor(t).work(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.admin.Do(t, "GET", bulkPath+"/"+editID, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"status": "done", "changed": 24, "failed": 1,
		})
		s.admin.Do(t, "GET", bulkPath+"/"+editID+"/results?state=failed", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.productId": broken.ProductID, "data.0.fault.code": "internal",
		})
	})
}

// An undo leaves what was changed since. It is done once, and can be undone itself.
func TestBulkUndo(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		kept, changed, back := s.offer(t, "Kept", 10), s.offer(t, "Changed", 10), s.offer(t, "Back", 10)
		edit := s.bulk(t, body{"kind": "change_prices", "percent": 50}, kept.id, changed.id, back.id).Text("id")
		kept.edit(t, body{"name": "Kept, by another name"})
		changed.set(t, 16, 0)
		back.set(t, 10, 0)
		undo := s.undoBulk(t, edit)
		undo.RequireFields(t, kit.Fields{"total": 3, "changed": 1, "unchanged": 1, "changedSince": 1, "failed": 0, "undoOf": edit})
		s.requireProduct(t, kept.id, kit.Fields{"variants.0.price": 10, "name": "Kept, by another name"})
		s.requireProduct(t, changed.id, kit.Fields{"variants.0.price": 16})
		s.admin.Do(t, "GET", bulkPath+"/"+undo.Text("id")+"/results?state=changed_since", nil).RequireFields(t, kit.Fields{
			"meta.total": 1, "data.0.productId": changed.id,
		})
		s.admin.Do(t, "GET", bulkPath+"/"+edit, nil).RequireFields(t, kit.Fields{"undoneBy": undo.Text("id")})
		s.admin.Do(t, "POST", bulkPath+"/"+edit+"/undo", nil).Require(t, 409, "invalid_transition")
		s.undoBulk(t, undo.Text("id")).RequireFields(t, kit.Fields{"total": 1, "changed": 1})
		s.requireProduct(t, kept.id, kit.Fields{"variants.0.price": 15})
		none := s.bulk(t, body{"kind": "publish"}, kept.id).Text("id")
		s.admin.Do(t, "POST", bulkPath+"/"+none+"/undo", nil).Require(t, 409, "invalid_transition")
	})
}

// Of several undos at once one begins.
func TestBulkUndoAtOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		p := s.offer(t, "Cup", 10)
		edit := s.bulk(t, body{"kind": "archive"}, p.id).Text("id")
		statuses := kit.StatusesAtOnce(t, 6, func(int) (kit.Answer, error) {
			return s.admin.Try("POST", bulkPath+"/"+edit+"/undo", nil)
		})
		if statuses[201] != 1 || statuses[409] != 5 {
			t.Errorf("%v", statuses)
		}
	})
}

// Bulk edits are done one after the other, by however many processes: none begins one while another
// process is at work on the one before.
func TestBulkEditsOneAfterTheOther(t *testing.T) {
	eachIdle(t, func(t *testing.T, s *setup, editID string) {
		again := body{"filter": body{}, "action": body{"kind": "change_prices", "percent": 100}}
		second := s.admin.Do(t, "POST", bulkPath, again).Require(t, 201).Text("id")
		editor := s.bulkEditor(t)
		if database.Dialect(s.DB) == database.Postgres { // the other has one writer
			err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				if _, found, err := lockRunningBulkEdit(tx, editID); err != nil || !found {
					t.Errorf("the first bulk edit runs: %t, %v", found, err)
				}
				return editor.work(t.Context())
			})
			if err != nil {
				t.Fatal(err)
			}
			s.admin.Do(t, "GET", bulkPath+"/"+second, nil).Require(t, 200).RequireFields(t, kit.Fields{"pending": 25})
		}
		kit.AtOnce(4, func(int) error { return editor.work(t.Context()) })
		if err := editor.work(t.Context()); err != nil {
			t.Fatal(err)
		}
		var results []bulkResult
		if err := s.DB.Where("edit_id = ?", second).Find(&results).Error; err != nil || len(results) != 25 {
			t.Fatalf("%d results, %v", len(results), err)
		}
		for _, r := range results {
			for _, p := range r.ValueBefore.Prices {
				if p.Price != 1100 {
					t.Errorf("the second bulk edit found %d, not the price of the first", p.Price)
				}
			}
		}
	})
}

// An undo that begins while its bulk edit is about to be deleted, for its age, keeps it.
func TestBulkUndoOfAnOldEdit(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		p := s.offer(t, "Cup", 10)
		edit := s.bulk(t, body{"kind": "change_prices", "percent": 50}, p.id).Text("id")
		s.later(t, keepBulkEdits+time.Hour)
		editor, deleted := s.bulkEditor(t), make(chan error)
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			if _, err := undoBulkEdit(t.Context(), tx, edit, s.Clock.Now()); err != nil {
				return err
			}
			go func() { deleted <- editor.deleteOld(context.WithoutCancel(t.Context())) }()
			kit.AwaitLock(t, s.DB) // the deletion
			return nil
		})
		if err := errors.Join(err, <-deleted); err != nil {
			t.Fatal(err)
		}
		undo := s.admin.Do(t, "GET", bulkPath+"/"+edit, nil).Require(t, 200).Text("undoneBy")
		s.awaitBulk(t, undo).RequireFields(t, kit.Fields{"changed": 1, "failed": 0})
		s.requireProduct(t, p.id, kit.Fields{"variants.0.price": 10})
	})
}

// An undo whose former values are gone has failed; it does not end the process.
func TestBulkUndoOfNothingKnown(t *testing.T) {
	eachIdle(t, func(t *testing.T, s *setup, editID string) {
		editor := s.bulkEditor(t)
		if err := editor.work(t.Context()); err != nil {
			t.Fatal(err)
		}
		undo := s.admin.Do(t, "POST", bulkPath+"/"+editID+"/undo", nil).Require(t, 201).Text("id")
		err := errors.Join(s.DB.Where("edit_id = ? AND position < 20", editID).Delete(&bulkResult{}).Error, editor.work(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		s.admin.Do(t, "GET", bulkPath+"/"+undo, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"status": "done", "changed": 5, "failed": 20,
		})
		s.admin.Do(t, "GET", bulkPath+"/"+undo+"/results?state=failed", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.fault.code": "internal", "data.0.fault.detail": "What the product had before is not known any more.",
		})
	})
}

// A product that another transaction holds for too long has not failed: it is changed later.
func TestBulkEditPassesOverNoLock(t *testing.T) {
	eachIdle(t, func(t *testing.T, s *setup, editID string) {
		if database.Dialect(s.DB) != database.Postgres {
			return // there is one writer
		}
		editor := s.bulkEditor(t)
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			var held product
			if err := database.ForUpdate(tx).Order("id DESC").Take(&held).Error; err != nil {
				return err
			}
			return database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				if err := tx.Exec("SET LOCAL lock_timeout = '50ms'").Error; err != nil {
					return err
				}
				_, err := editor.doBatch(t.Context(), tx, editID, true)
				return err
			})
		})
		if !fault.Is(err, fault.Unavailable) {
			t.Errorf("a batch with a product that is held: %v", err)
		}
		if err := editor.work(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.admin.Do(t, "GET", bulkPath+"/"+editID, nil).Require(t, 200).RequireFields(t, kit.Fields{"changed": 25, "failed": 0})
	})
}

// A search finds so many products and no more: a filter that may match others is refused.
func TestBulkFilterOfManyFound(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			s := newFilledSetup(t, dialect, search.MaxFound)
			if err := s.DB.Exec("UPDATE catalog_products SET search = ?", (&product{Name: "Thing"}).searchText()).Error; err != nil {
				t.Fatal(err)
			}
			many := body{"filter": body{"q": "thing"}, "action": body{"kind": "archive"}}
			requireRefused(t, s.admin, "POST", bulkPath, refusal{many, []string{"/filter not_allowed"}})
			one := "UPDATE catalog_products SET search = '' WHERE slug = 'thing-7'"
			if err := s.DB.Exec(one).Error; err != nil {
				t.Fatal(err)
			}
			s.admin.Do(t, "POST", bulkPath, many).Require(t, 201).RequireFields(t, kit.Fields{"total": search.MaxFound - 1})
		})
	}
}
