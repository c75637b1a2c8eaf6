package vat

import (
	"slices"
	"strings"
	"testing"
	"time"

	shop "orderd/modules/shop/events"
	"orderd/modules/vat/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestSet(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.API.Do(t, "GET", own, nil).Require(t, 401, "unauthenticated")
		s.API.Do(t, "PUT", own, body{"vatId": french}).Require(t, 401, "unauthenticated")
		s.user.Do(t, "GET", own, nil).Require(t, 404, "not_found")

		log := eventbustest.Record(t, s.DB)
		got := s.give(t, " fr 40.303-265/045 ").RequireFields(t, kit.Fields{
			"userId": s.userID, "vatId": french, "status": "pending", "name": nil, "address": nil, "checkedAt": nil, "validUntil": nil,
			"consultationNumber": nil,
		})
		pending := events.IDChanged{UserID: s.userID, Status: events.StatusPending, VATID: french}
		log.RequireExactly(t, pending)
		if again := s.give(t, french); string(again.Body) != string(got.Body) {
			t.Errorf("the same number: %s", again.Body)
		}
		if read := s.read(t); string(read.Body) != string(got.Body) {
			t.Errorf("read: %s", read.Body)
		}
		log.RequireExactly(t, pending)

		s.ask(t)
		valid := s.read(t).RequireFields(t, kit.Fields{"status": "valid", "name": "CAFÉ LUMIÈRE"})
		if again := s.give(t, french); string(again.Body) != string(valid.Body) {
			t.Errorf("the same number, once it is valid: %s", again.Body)
		}
		s.give(t, "GR123456789").RequireFields(t, kit.Fields{
			"vatId": "EL123456789", "status": "pending", "name": nil, "checkedAt": nil, "validUntil": nil, "consultationNumber": nil,
		})
		other, _ := s.As(t, auth.RoleCustomer)
		other.Do(t, "GET", own, nil).Require(t, 404, "not_found")
	})
}

func TestSetRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, row := range []struct {
			body any
			want string
		}{
			{body{}, "/vatId required"},
			{body{"vatId": nil}, "/vatId wrong_type"},
			{body{"vatId": 129273398}, "/vatId wrong_type"},
			{body{"vatId": []string{french}}, "/vatId wrong_type"},
			{body{"vatId": " "}, "/vatId required"},
			{body{"vatId": "DE12927339"}, "/vatId bad_format"},
			{body{"vatId": "XI123456789"}, "/vatId bad_format"},
			{body{"vatId": "GB123456789"}, "/vatId bad_format"},
			{body{"vatId": "ATU1234567"}, "/vatId bad_format"},
			{body{"vatId": "DE１２９２７３３９８"}, "/vatId bad_format"},
			{body{"vatId": strings.Repeat("1", 41)}, "/vatId too_long"},
			{body{"vatId": french, "status": "valid"}, "/status unexpected_field"},
		} {
			got := s.user.Do(t, "PUT", own, row.body).Require(t, 422)
			if !slices.Equal(got.Pointers(), []string{row.want}) {
				t.Errorf("%v: %v, want %s", row.body, got.Pointers(), row.want)
			}
		}
		s.user.Do(t, "PUT", own, "{").Require(t, 400, "malformed_json")
		s.user.Do(t, "GET", own, nil).Require(t, 404, "not_found")
	})
}

// Of several who set ids at once each sees its own, and one is left, with one event each.
func TestSetAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		numbers := []string{"DE129273398", "ATU12345678", french, "IT12345678901"}
		log := eventbustest.Record(t, s.DB)
		statuses := kit.StatusesAtOnce(t, 12, func(i int) (kit.Answer, error) {
			return s.user.Try("PUT", own, body{"vatId": numbers[i%len(numbers)]})
		})
		if statuses[200] != 12 {
			t.Errorf("%v", statuses)
		}
		var rows []vatID
		if err := s.DB.Find(&rows).Error; err != nil || len(rows) != 1 {
			t.Fatalf("%d ids, %v", len(rows), err)
		}
		all := eventbustest.Of[events.IDChanged](log)
		if last := all[len(all)-1]; last.VATID != rows[0].VATID || len(all) > 12 {
			t.Errorf("%d events, the last %+v; stored %s", len(all), last, rows[0].VATID)
		}
		for i := 1; i < len(all); i++ {
			if all[i].VATID == all[i-1].VATID {
				t.Errorf("the same number is published twice: %s", all[i].VATID)
			}
		}
	})
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.API.Do(t, "DELETE", own, nil).Require(t, 401, "unauthenticated")
		s.user.Do(t, "DELETE", own, nil).Require(t, 404, "not_found")
		s.give(t, french)
		s.ask(t)
		log := eventbustest.Record(t, s.DB)
		statuses := kit.StatusesAtOnce(t, 4, func(int) (kit.Answer, error) { return s.user.Try("DELETE", own, nil) })
		if statuses[204] != 1 || statuses[404] != 3 {
			t.Errorf("%v", statuses)
		}
		log.RequireExactly(t, events.IDChanged{UserID: s.userID, Status: events.StatusPending})
		s.user.Do(t, "GET", own, nil).Require(t, 404, "not_found")
		if kept := s.checks(t); len(kept) != 1 {
			t.Errorf("%d pieces of evidence are left", len(kept))
		}
		s.give(t, french).RequireFields(t, kit.Fields{"status": "pending", "checkedAt": nil})
	})
}

func TestConfirm(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		path := admin + "/" + s.userID + "/confirm"
		proof := body{"consultationNumber": " BZSt 4711 ", "reason": "Qualified confirmation."}
		s.API.Do(t, "POST", path, proof).Require(t, 401, "unauthenticated")
		s.user.Do(t, "POST", path, proof).Require(t, 403, "forbidden")
		for _, unknown := range []string{s.userID, id.New(), "no-id"} {
			s.admin.Do(t, "POST", admin+"/"+unknown+"/confirm", proof).Require(t, 404, "not_found")
		}
		s.give(t, french)
		for _, row := range []struct {
			body any
			want []string
		}{
			{body{}, []string{"/consultationNumber required", "/reason required"}},
			{body{"consultationNumber": " ", "reason": "x"}, []string{"/consultationNumber required"}},
			{body{"consultationNumber": strings.Repeat("1", 61), "reason": "x"}, []string{"/consultationNumber too_long"}},
			{body{"consultationNumber": "1", "reason": strings.Repeat("x", 501)}, []string{"/reason too_long"}},
			{body{"consultationNumber": 1, "reason": "x"}, []string{"/consultationNumber wrong_type"}},
		} {
			got := s.admin.Do(t, "POST", path, row.body).Require(t, 422).Pointers()
			slices.Sort(got)
			if !slices.Equal(got, row.want) {
				t.Errorf("%v: %v, want %v", row.body, got, row.want)
			}
		}
		s.register.answers(answer{}, nil)
		s.ask(t)
		s.read(t).RequireFields(t, kit.Fields{"status": "invalid"})

		log := eventbustest.Record(t, s.DB)
		keyed := s.admin.With("Idempotency-Key", "once")
		got := keyed.Do(t, "POST", path, proof).Require(t, 200).
			RequireFields(t, kit.Fields{"status": "valid", "vatId": french, "consultationNumber": "BZSt 4711"})
		keyed.Do(t, "POST", path, proof).Require(t, 200)
		v, err := idOf(s.DB, s.userID)
		if err != nil {
			t.Fatal(err)
		}
		log.RequireExactly(t, v.changed(), events.IDConfirmed{
			UserID: s.userID, ConsultationNumber: "BZSt 4711", Reason: "Qualified confirmation.",
		})
		for _, entry := range log.Entries() {
			if entry.Actor != "user:"+s.adminID || entry.Subject != s.userID {
				t.Errorf("%s by %s about %s", entry.Name, entry.Actor, entry.Subject)
			}
		}
		if until := v.ValidUntil.Sub(*v.CheckedAt); until != shop.DefaultVATIDMaxAge || v.DueAt.Sub(*v.CheckedAt) != until/2 {
			t.Errorf("valid for %v, asked again after %v", until, v.DueAt.Sub(*v.CheckedAt))
		}
		one := s.admin.Do(t, "GET", admin+"/"+s.userID, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"status": "valid", "checks.0.source": "staff", "checks.0.reason": "Qualified confirmation.", "checks.0.valid": true,
			"checks.1.source": "vies", "checks.1.valid": false, "checks.1.reason": nil,
		})
		if list := s.admin.Do(t, "GET", admin, nil).Require(t, 200); list.Number("meta.total") != 1 ||
			list.Text("data.0.updatedAt") != got.Text("updatedAt") || one.Text("updatedAt") != got.Text("updatedAt") {
			t.Errorf("list: %s", list.Body)
		}
	})
}

// Its user may put another id in the place of the one that staff have proved.
func TestConfirmOfAnotherID(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.give(t, french)
		path := admin + "/" + s.userID + "/confirm"
		for _, row := range []struct {
			proved string
			status int
			want   []string
		}{
			{"DE129273398", 422, []string{"/vatId not_allowed"}}, {"x", 422, []string{"/vatId not_allowed"}},
			{"fr 40 303 265 045", 200, nil},
		} {
			proof := body{"consultationNumber": "BZSt 4711", "reason": "Qualified confirmation.", "vatId": row.proved}
			got := s.admin.Do(t, "POST", path, proof).Require(t, row.status)
			if row.want != nil && !slices.Equal(got.Pointers(), row.want) {
				t.Errorf("%s: %v, want %v", row.proved, got.Pointers(), row.want)
			}
			status := map[int]string{200: "valid", 422: "pending"}[row.status]
			s.read(t).RequireFields(t, kit.Fields{"status": status})
		}
	})
}

func TestAdminReads(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, path := range []string{admin, admin + "/" + s.userID} {
			s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
			s.user.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		}
		for _, unknown := range []string{s.userID, id.New(), "no-id"} {
			s.admin.Do(t, "GET", admin+"/"+unknown, nil).Require(t, 404, "not_found")
		}
		s.give(t, french)
		s.ask(t)
		other, otherID := s.As(t, auth.RoleCustomer)
		other.Do(t, "PUT", own, body{"vatId": "DE129273398"}).Require(t, 200)
		for query, want := range map[string][]string{
			"": {otherID, s.userID}, "?status=valid": {s.userID}, "?status=pending": {otherID}, "?status=invalid": {},
			"?q=lumiere": {s.userID}, "?q=de1292": {otherID}, "?q=FR403&status=pending": {}, "?q=303265": {s.userID},
			"?limit=1": {otherID}, "?userId=" + s.userID: {s.userID}, "?userId=" + id.New(): {},
		} {
			found := []string{}
			list := s.admin.Do(t, "GET", admin+query, nil).Require(t, 200)
			for _, row := range list.At("data").([]any) {
				found = append(found, row.(map[string]any)["userId"].(string))
			}
			if !slices.Equal(found, want) {
				t.Errorf("%q: %v, want %v", query, found, want)
			}
		}
		if got := s.admin.Do(t, "GET", admin+"?status=gone", nil).Require(t, 422).Pointers(); !slices.Equal(got,
			[]string{"?status not_allowed"}) {
			t.Errorf("%v", got)
		}
		key, _ := s.AsKey(t, "customers:read")
		key.Do(t, "GET", admin+"/"+s.userID, nil).Require(t, 200)
		key.Do(t, "POST", admin+"/"+s.userID+"/confirm", body{"consultationNumber": "1", "reason": "x"}).Require(t, 403, "forbidden")
		s.user.Do(t, "DELETE", own, nil).Require(t, 204)
		if list := s.admin.Do(t, "GET", admin+"?q=lumiere", nil).Require(t, 200); list.Number("meta.total") != 0 {
			t.Errorf("a deleted id is found: %s", list.Body)
		}
	})
}

// A PUT does not wait for VIES, whatever that does.
func TestRequestsDoNotWait(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		release, asked := make(chan struct{}), make(chan struct{})
		s.register.reply = func(string) (answer, error) {
			close(asked)
			<-release
			return known, nil
		}
		s.give(t, french)
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			s.ask(t)
		}()
		<-asked
		began := time.Now()
		s.read(t).RequireFields(t, kit.Fields{"status": "pending"})
		s.give(t, french).RequireFields(t, kit.Fields{"status": "pending"})
		if took := time.Since(began); took > askTimeout {
			t.Errorf("requests took %v", took)
		}
		close(release)
		<-answered
		s.read(t).RequireFields(t, kit.Fields{"status": "valid"})
	})
}
