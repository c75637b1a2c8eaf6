package wholesale

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"orderd/modules/wholesale/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

func TestApply(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		got := s.API.With("Accept-Language", "de-AT").Do(t, "POST", "/v1/wholesale/apply", valid(body{
			"businessName": "  Rösterei Lindner GmbH\t", "contactEmail": " Jana@Lindner.Example ", "registrationNumber": nil,
			"businessAddress": "\nTorstraße 12\r\n10119 Berlin\r\n",
		})).Require(t, 201)

		trackingID := got.Text("trackingId")
		if !trackingIDForm.MatchString(trackingID) || got.Text("status") != "under_review" || got.Text("submittedAt") == "" {
			t.Errorf("receipt: %s", got.Body)
		}
		if location := got.Header.Get("Location"); location != "/v1/wholesale/applications/"+trackingID {
			t.Errorf("Location: %q", location)
		}
		var a application
		if err := s.DB.Take(&a).Error; err != nil {
			t.Fatal(err)
		}
		if a.BusinessName != "Rösterei Lindner GmbH" || a.BusinessAddress != "Torstraße 12\n10119 Berlin" ||
			a.ContactEmail != "jana@lindner.example" || a.RegistrationNumber != nil || a.Locale != "de" ||
			a.MonthlyMin != 50000 || a.MonthlyMax != 250050 {
			t.Errorf("stored: %+v", a)
		}
		log.RequireExactly(t, events.ApplicationSubmitted{
			ApplicationID: a.ID, TrackingID: trackingID, Locale: "de", SubmittedAt: a.SubmittedAt, BusinessName: "Rösterei Lindner GmbH",
			ContactFullName: "Jana Lindner", ContactPhone: "+49 30 1234567", ContactEmail: "jana@lindner.example",
			AddressID: kit.AddressID("jana@lindner.example"),
		})
	})
}

func TestApplyIsLenientWhereItCanBe(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		without := valid()
		delete(without, "registrationNumber")
		for name, b := range map[string]body{
			"no registration number": without,
			"zeros":                  valid(body{"estimatedMonthlyOrderMin": 0, "estimatedMonthlyOrderMax": 0}),
			"equal ends":             valid(body{"estimatedMonthlyOrderMin": 12.34, "estimatedMonthlyOrderMax": 12.34}),
			"the largest":            valid(body{"estimatedMonthlyOrderMax": json.RawMessage("999999999999.99")}),
			"written otherwise":      valid(body{"estimatedMonthlyOrderMin": json.RawMessage("5.00e2")}),
			"200 characters":         valid(body{"businessName": strings.Repeat("ß", 200)}),
			"the same again":         valid(),
		} {
			if got := s.API.Do(t, "POST", "/v1/wholesale/apply", b); got.Status != 201 {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
	})
}

func TestApplyRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		refuse := func(b any, want ...string) {
			t.Helper()
			got := s.API.Do(t, "POST", "/v1/wholesale/apply", b)
			pointers := got.Pointers()
			slices.Sort(pointers)
			if got.Status != 422 || !slices.Equal(pointers, want) {
				t.Errorf("%v: %d %v, want %v", b, got.Status, pointers, want)
			}
		}
		for field := range valid() {
			p := "/" + field + " "
			required := field != "registrationNumber"
			if required {
				refuse(valid(body{field: nil}), p+"wrong_type")
				b := valid()
				delete(b, field)
				refuse(b, p+"required")
			}
			refuse(valid(body{field: true}), p+"wrong_type")
			refuse(valid(body{field: []any{}}), p+"wrong_type")
			switch field {
			case "estimatedMonthlyOrderMin", "estimatedMonthlyOrderMax":
				refuse(valid(body{field: "500"}), p+"wrong_type")
				refuse(valid(body{field: -1}), p+"out_of_range")
				refuse(valid(body{field: json.RawMessage("1000000000000")}), p+"out_of_range")
				refuse(valid(body{field: 600.123}), p+"bad_format")
			case "contactEmail":
				refuse(valid(body{field: ""}), p+"required")
				refuse(valid(body{field: "jana"}), p+"bad_format")
				refuse(valid(body{field: "jana@lindner.example, x@y.example"}), p+"bad_format")
			default:
				refuse(valid(body{field: 5}), p+"wrong_type")
				blank := "too_short"
				if required {
					blank = "required"
				}
				refuse(valid(body{field: ""}), p+blank)
				refuse(valid(body{field: " \t\n"}), p+blank)
				refuse(valid(body{field: strings.Repeat("x", 201)}), p+"too_long")
			}
		}
		refuse(valid(body{"estimatedMonthlyOrderMin": 10, "estimatedMonthlyOrderMax": 9.99}), "/estimatedMonthlyOrderMax out_of_range")
		refuse(valid(body{"businessName": "Lindner\nGmbH"}), "/businessName bad_format")
		refuse(valid(body{"businessAddress": "Torstraße\x00 12"}), "/businessAddress bad_format")
		refuse(valid(body{"password": "secret"}), "/password unexpected_field")
		refuse(valid(body{"state": "", "country": 1}), "/country wrong_type", "/state required")
		s.API.Do(t, "POST", "/v1/wholesale/apply", `{"state":`).Require(t, 400, "malformed_json")
		s.API.Do(t, "POST", "/v1/wholesale/apply", `[]`).Require(t, 422, "validation_failed")

		var rows int64
		if err := s.DB.Model(&application{}).Count(&rows).Error; err != nil || rows != 0 {
			t.Errorf("%d applications, %v", rows, err)
		}
		log.RequireExactly(t)
	})
}

func TestApplyTwiceWithOneKeyIsOneApplication(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api := s.API.With("Idempotency-Key", "one")
		first := api.Do(t, "POST", "/v1/wholesale/apply", valid()).Require(t, 201)
		second := api.Do(t, "POST", "/v1/wholesale/apply", valid()).Require(t, 201)
		if string(first.Body) != string(second.Body) || second.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%s, then %s", first.Body, second.Body)
		}
		api.Do(t, "POST", "/v1/wholesale/apply", valid(body{"state": "Bayern"})).Require(t, 422, "idempotency_key_reused")
	})
}

func TestApplyAtOnceTakesAll(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var mu sync.Mutex
		var wg sync.WaitGroup
		given := map[string]bool{}
		for range 20 {
			wg.Go(func() {
				got, err := kit.Patiently(func() (kit.Answer, error) { return s.API.Try("POST", "/v1/wholesale/apply", valid()) })
				mu.Lock()
				defer mu.Unlock()
				if err != nil || got.Status != 201 {
					t.Errorf("%d %s %v", got.Status, got.Body, err)
				}
				given[got.Text("trackingId")] = true
			})
		}
		wg.Wait()
		if len(given) != 20 {
			t.Errorf("%d tracking ids", len(given))
		}
	})
}

func TestTrack(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		submitted := s.submit(t)
		trackingID := submitted.Text("trackingId")
		get := func(trackingID, email string) string {
			return fmt.Sprintf("/v1/wholesale/applications/%s?email=%s", url.PathEscape(trackingID), url.QueryEscape(email))
		}
		got := s.API.Do(t, "GET", get(trackingID, " JANA@lindner.example "), nil).Require(t, 200)
		want := fmt.Sprintf(`{"trackingId":%q,"status":"under_review","question":null,"decidedAt":null,"submittedAt":%q}`, trackingID,
			submitted.Text("submittedAt"))
		if string(got.Body) != want {
			t.Errorf("got %s, want %s", got.Body, want)
		}
		s.API.Do(t, "GET", get(trackingID, "other@lindner.example"), nil).Require(t, 404, "not_found")
		for _, unknown := range []string{"WHS-00000000000000", "WHS-1", "x", submitted.Text("id"), "\x00", "\xff"} {
			s.API.Do(t, "GET", get(unknown, "jana@lindner.example"), nil).Require(t, 404, "not_found")
		}
		missing := s.API.Do(t, "GET", "/v1/wholesale/applications/"+trackingID, nil).Require(t, 422, "validation_failed")
		if pointers := missing.Pointers(); !slices.Equal(pointers, []string{"?email required"}) {
			t.Errorf("without an address: %v", pointers)
		}
		s.API.Do(t, "GET", get(trackingID, "jana"), nil).Require(t, 422, "validation_failed")

		s.admin.Do(t, "POST", path(submitted.Text("id"), "request-info"), body{"question": "Which?"}).Require(t, 200)
		s.admin.Do(t, "POST", path(submitted.Text("id"), "approve"), nil).Require(t, 200)
		later := s.API.Do(t, "GET", get(trackingID, "jana@lindner.example"), nil).Require(t, 200)
		later.RequireFields(t, kit.Fields{"status": "approved", "question": "Which?"})
		if later.Text("decidedAt") == "" {
			t.Errorf("later: %s", later.Body)
		}
	})
}
