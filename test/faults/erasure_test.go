package faults

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"orderd/test/kit"
)

// After the erasure of a customer who has had one of everything, no word of theirs stands in any
// table or in what the process printed, stored answers, mails and the event log included. The
// order stays, and so does its sum. Before it the export holds what every module has.
func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		o := w.owner(t, w.openShop(t))
		// A client may write an address into the id of a request.
		o.API = o.With("X-Request-Id", "Kuckucksuhr.example.com")
		o.Do(t, "PATCH", "/v1/users/me", object{"fullName": "Zacharias Erasmus Rex"}).Require(t, 200)
		words := append(slices.Clone(o.secrets), "Kuckucksuhr")
		path := "/v1/admin/orders/" + o.orderID
		before := w.asAdmin().Do(t, "GET", path, nil).Require(t, 200)
		w.awaitRest(t)
		if missing := missing(w.dump(), words); len(missing) > 0 {
			t.Fatalf("the database holds nothing of %q before the erasure: the test would find nothing", missing)
		}
		export := o.Do(t, "GET", "/v1/users/me/export", nil).Require(t, 200)
		if missing := missing(string(export.Body), o.secrets); len(missing) > 0 {
			t.Errorf("the export lacks %q", missing)
		}
		for module, own := range map[string]string{
			"identity": o.addressID, "ordering": o.orderID, "recipients": o.recipientID, "reviews": o.reviewID, "loyalty": o.voucher,
			"payments": o.orderID, "wholesale": w.ledger.all()[o.email].tracking, "notifications": o.orderID, "mailer": "order_placed",
		} {
			if part := fmt.Sprint(export.At(module)); !strings.Contains(part, own) {
				t.Errorf("the export of %s lacks %s: %.500s", module, own, part)
			}
		}

		o.Do(t, "DELETE", "/v1/users/me", object{"password": password}).Require(t, 202)
		w.ledger.remove(o.email)
		w.awaitRest(t)
		kit.Eventually(t, "nothing is left", func() error {
			if found := containsAny(w.dump(), words); len(found) > 0 {
				return errors.New(strings.Join(found, "\n"))
			}
			return nil
		})
		if file, ok := strings.CutPrefix(w.url, "sqlite:"); ok {
			kit.Eventually(t, "nothing is left in the file", func() error { return checkFiles(file, words) })
		}
		if found := containsAny(w.replicas[0].Output(), words); len(found) > 0 {
			t.Errorf("it was printed: %s", found)
		}
		after := w.asAdmin().Do(t, "GET", path, nil).Require(t, 200)
		after.RequireFields(t, kit.Fields{"number": before.At("number"), "total": before.At("total"), "items.0.name": before.At("items.0.name")})
		checkEverything(t, w)
	})
}

// checkFiles returns an error when the bytes of SQLite's file or its log, free pages included, hold
// one of the words.
func checkFiles(file string, words []string) error {
	for _, name := range []string{file, file + "-wal"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, word := range words {
			if bytes.Contains(text, []byte(word)) {
				return fmt.Errorf("%s holds %q", name, word)
			}
		}
	}
	return nil
}

// missing are the words that do not stand in the text.
func missing(text string, words []string) (missing []string) {
	for _, word := range words {
		if len(containsAny(text, []string{word})) == 0 {
			missing = append(missing, word)
		}
	}
	return missing
}
