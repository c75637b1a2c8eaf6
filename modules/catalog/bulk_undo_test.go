package catalog

import (
	"errors"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/test/kit"
)

// An undo some of whose products have failed goes on with these, by the same request: once at a
// time, and not when it was undone itself.
func TestBulkUndoThatFailsGoesOn(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.requireGPSR(t, 2, false)
		cup, plate := s.product(t, simple("Cup", 10)).Text("id"), s.product(t, simple("Plate", 10)).Text("id")
		edit := s.bulk(t, body{"kind": "archive"}, cup, plate).Text("id")
		s.requireGPSR(t, 3, true)
		s.admin.Do(t, "PATCH", productPath(plate), body{"manufacturer": maker}).Require(t, 200)
		undo := s.undoBulk(t, edit).RequireFields(t, kit.Fields{"changed": 1, "failed": 1, "total": 2})
		s.requireProduct(t, cup, kit.Fields{"status": "archived"})
		s.admin.Do(t, "PATCH", productPath(cup), body{"manufacturer": maker}).Require(t, 200)

		again := s.undoBulk(t, edit).RequireFields(t, kit.Fields{"id": undo.Text("id"), "changed": 2, "failed": 0, "pending": 0})
		s.requireProduct(t, cup, kit.Fields{"status": "active"})
		s.requireProduct(t, plate, kit.Fields{"status": "active"})
		s.admin.Do(t, "GET", bulkPath+"/"+again.Text("id")+"/results?state=failed", nil).RequireFields(t, kit.Fields{"meta.total": 0})
		s.admin.Do(t, "POST", bulkPath+"/"+edit+"/undo", nil).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "GET", bulkPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 2})
	})
}

// An undo that was undone does not go on, and one that another request lets go on does so once.
func TestBulkUndoGoesOnOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.requireGPSR(t, 2, false)
		cup, plate := s.product(t, simple("Cup", 10)).Text("id"), s.product(t, simple("Plate", 10)).Text("id")
		edit := s.bulk(t, body{"kind": "archive"}, cup, plate).Text("id")
		s.requireGPSR(t, 3, true)
		s.admin.Do(t, "PATCH", productPath(plate), body{"manufacturer": maker}).Require(t, 200)
		undo := s.undoBulk(t, edit).RequireFields(t, kit.Fields{"changed": 1, "failed": 1}).Text("id")
		stale, err := database.ByID[bulkEdit](s.DB, undo)
		if err != nil {
			t.Fatal(err)
		}
		statuses := kit.StatusesAtOnce(t, 4, func(int) (kit.Answer, error) {
			return s.admin.Try("POST", bulkPath+"/"+edit+"/undo", nil)
		})
		if statuses[201] == 0 {
			t.Errorf("%v", statuses)
		}
		s.awaitBulk(t, undo).RequireFields(t, kit.Fields{"changed": 1, "failed": 1, "pending": 0})
		err = database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			running := tx.Model(&stale).UpdateColumns(map[string]any{"status": bulkRunning, "ended_at": nil})
			stale.resume(s.Clock.Now())
			return errors.Join(running.Error, saveResumedBulkEdit(tx, &stale))
		})
		if !fault.Is(err, fault.InvalidTransition) {
			t.Errorf("a stale undo: %v", err)
		}
		s.undoBulk(t, undo).RequireFields(t, kit.Fields{"total": 1, "undoOf": undo})
		s.admin.Do(t, "POST", bulkPath+"/"+edit+"/undo", nil).Require(t, 409, "invalid_transition")
	})
}

// An undo puts no price below a wholesale price that was set since: it fails in that product, and
// goes on when the tier is gone.
func TestBulkUndoBelowAWholesalePrice(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		made := s.product(t, simple("Cup", 10))
		cup := made.Text("id")
		edit := s.bulk(t, body{"kind": "change_prices", "percent": 50}, cup).Text("id")
		withTiers := func(tiers ...body) {
			variant := body{"id": made.Text("variants.0.id"), "sku": made.Text("variants.0.sku"), "price": 15, "wholesalePrices": tiers}
			s.admin.Do(t, "PATCH", productPath(cup), body{"variants": []body{variant}}).Require(t, 200)
		}
		withTiers(body{"minQuantity": 1, "price": 12})
		s.undoBulk(t, edit).RequireFields(t, kit.Fields{"changed": 0, "failed": 1})
		s.requireProduct(t, cup, kit.Fields{"variants.0.price": 15})
		withTiers()
		s.undoBulk(t, edit).RequireFields(t, kit.Fields{"changed": 1, "failed": 0})
		s.requireProduct(t, cup, kit.Fields{"variants.0.price": 10})
	})
}
