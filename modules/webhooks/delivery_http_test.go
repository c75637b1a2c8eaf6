package webhooks

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"orderd/modules/webhooks/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestDeliveriesRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		unknown := id.New()
		for _, op := range []struct{ method, path string }{
			{"POST", path + "/" + unknown + "/test"}, {"GET", path + "/deliveries"}, {"GET", path + "/deliveries/" + unknown},
			{"POST", path + "/deliveries/" + unknown + "/redeliver"},
		} {
			s.API.Do(t, op.method, op.path, nil).Require(t, 401, "unauthenticated")
			customer.Do(t, op.method, op.path, nil).Require(t, 403, "forbidden")
			if op.method != "GET" {
				s.requireWriteScope(t, op.method, op.path)
			}
			if !strings.HasSuffix(op.path, "/deliveries") {
				s.admin.Do(t, op.method, op.path, nil).Require(t, 404, "not_found")
				s.admin.Do(t, op.method, strings.Replace(op.path, unknown, "no-id", 1), nil).Require(t, 404, "not_found")
			}
		}
		for query, want := range map[string]string{
			"?status=lost": "?status not_allowed", "?limit=0": "?limit out_of_range", "?from=x": "?from bad_format",
			"?endpoint=x": "?endpoint unexpected_field",
		} {
			if got := s.admin.Do(t, "GET", path+"/deliveries"+query, nil).Require(t, 422); !slices.Equal(got.Pointers(), []string{want}) {
				t.Errorf("%s: %v", query, got.Pointers())
			}
		}
	})
}

func TestTestOfAnEndpoint(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		status := int64(204)
		r := newReceiver(t, func(received) int { return int(atomic.LoadInt64(&status)) })
		made := s.endpoint(t, r.URL, "*")
		test := path + "/" + made.Text("id") + "/test"
		s.admin.Do(t, "PATCH", path+"/"+made.Text("id"), body{"enabled": false}).Require(t, 200)
		s.admin.Do(t, "POST", test, nil).Require(t, 200).RequireFields(t, kit.Fields{"ok": true, "statusCode": 204, "error": nil})
		ping := r.wait(t, 1)[0]
		if ping.Type != pingName || ping.Seq != 0 || ping.Key != made.Text("id") || ping.verify(t, made.Text("secret")) != nil {
			t.Errorf("ping: %s", ping.body)
		}
		r.requireDocumented(t, s)
		atomic.StoreInt64(&status, 500)
		failed := s.admin.With("Idempotency-Key", "once").Do(t, "POST", test, nil).Require(t, 200)
		failed.RequireFields(t, kit.Fields{"ok": false, "statusCode": 500, "error": "status"})
		again := s.admin.With("Idempotency-Key", "once").Do(t, "POST", test, nil).Require(t, 200)
		if string(again.Body) != string(failed.Body) || len(r.all()) < 2 {
			t.Errorf("the same key: %s, %s", failed.Body, again.Body)
		}
		if list := s.admin.Do(t, "GET", path+"/deliveries", nil).Require(t, 200); list.Number("meta.total") != 0 {
			t.Errorf("a test is in the list: %s", list.Body)
		}
	})
}

func TestDeliveries(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, nil)
		first := s.admin.Do(t, "POST", path, body{"url": r.URL + "/x", "events": []string{"*"}, "personalData": true}).Require(t, 201).Text("id")
		second := s.endpoint(t, r.URL, "*").Text("id")
		orderID := id.New()
		s.Publish(t, paid(orderID), paid(id.New()))
		s.awaitDeliveries(t, first, 2, "delivered", isDelivered)
		s.awaitDeliveries(t, second, 2, "delivered", isDelivered)
		for query, want := range map[string]float64{
			"": 4, "?endpointId=" + first: 2, "?key=" + orderID: 2, "?status=queued": 0, "?status=delivered&type=ordering.order_paid.v1": 4,
			"?type=ordering.order_placed.v1": 0, "?endpointId=no-id": 0, "?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z": 4,
			"?to=2000-01-01T00:00:00Z": 0,
		} {
			if got := s.admin.Do(t, "GET", path+"/deliveries"+query, nil).Require(t, 200).Number("meta.total"); got != want {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		all := s.admin.Do(t, "GET", path+"/deliveries", nil).Require(t, 200)
		for i := range 3 {
			if at := fmt.Sprintf("data.%d.id", i); all.Text(at) <= all.Text(fmt.Sprintf("data.%d.id", i+1)) {
				t.Errorf("%s is older than the next: %s", at, all.Body)
			}
		}
		list := s.admin.Do(t, "GET", path+"/deliveries?endpointId="+first+"&key="+orderID, nil).Require(t, 200)
		detail := path + "/deliveries/" + list.Text("data.0.id")
		got := s.admin.Do(t, "GET", detail, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"status": "delivered", "attempts": 1, "statusCode": 204, "error": nil, "nextAttemptAt": nil, "key": orderID, "endpointId": first,
			"log.0.statusCode": 204, "log.0.error": nil, "log.0.response": "", "request.headers.Webhook-Signature": "***",
		})
		sent := r.all()[slices.IndexFunc(r.all(), func(got received) bool { return got.Key == orderID && got.Data["email"] != nil })]
		if got.Text("request.body") != string(sent.body) || got.Text("request.headers.Webhook-Timestamp") == "" {
			t.Errorf("request: %s, sent %s", got.Body, sent.body)
		}
		packer := s.AsUser(t, auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleStaff, Scopes: "webhooks:read"})
		if got := packer.Do(t, "GET", detail, nil).Require(t, 200); strings.Contains(got.Text("request.body"), "ada@example.com") {
			t.Errorf("personal data without the scope: %s", got.Body)
		}
	})
}

// A receiver may answer with what it got: where that is personal data, its answers are for those
// who may read such.
func TestResponsesWithPersonalData(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, func(received) int { return 200 })
		r.echo = true
		packer := s.AsUser(t, auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleStaff, Scopes: "webhooks:read"})
		for personal, want := range map[bool]string{true: "ada@example.com", false: "seq"} {
			made := s.admin.Do(t, "POST", path, body{"url": r.URL, "events": []string{"ordering.*"}, "personalData": personal}).Require(t, 201)
			s.Publish(t, paid(id.New()))
			detail := path + "/deliveries/" + s.awaitDeliveries(t, made.Text("id"), 1, "delivered", isDelivered)[0].ID
			if got := s.admin.Do(t, "GET", detail, nil).Require(t, 200); !strings.Contains(got.Text("log.0.response"), want) {
				t.Errorf("personalData %v: %s", personal, got.Body)
			}
			got := packer.Do(t, "GET", detail, nil).Require(t, 200)
			if (got.Text("log.0.response") == "") != personal || got.Number("log.0.statusCode") != 200 {
				t.Errorf("personalData %v, without the scope: %s", personal, got.Body)
			}
			// What was sent decides, not what the endpoint gets by now.
			s.admin.Do(t, "PATCH", path+"/"+made.Text("id"), body{"personalData": !personal}).Require(t, 200)
			got = packer.Do(t, "GET", detail, nil).Require(t, 200)
			if (got.Text("log.0.response") == "") != personal || strings.Contains(got.Text("request.body"), "ada@") {
				t.Errorf("personalData was %v, without the scope: %s", personal, got.Body)
			}
			s.admin.Do(t, "POST", detail+"/redeliver", nil).Require(t, 200)
			s.awaitDeliveries(t, made.Text("id"), 1, "delivered again", func(d delivery) bool { return isDelivered(d) && len(d.Log) == 2 })
			got = packer.Do(t, "GET", detail, nil).Require(t, 200)
			if (got.Text("log.0.response") == "") != personal || (got.Text("log.1.response") == "") == personal {
				t.Errorf("personalData was %v, sent again: %s", personal, got.Body)
			}
			s.admin.Do(t, "DELETE", path+"/"+made.Text("id"), nil).Require(t, 204)
		}
	})
}

func TestRedeliver(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		release := make(chan struct{})
		var requests atomic.Int64
		r := newReceiver(t, func(received) int {
			if requests.Add(1) == 2 {
				<-release
			}
			return 200
		})
		endpointID := s.endpoint(t, r.URL, "*").Text("id")
		s.Publish(t, paid(id.New()))
		d := s.awaitDeliveries(t, endpointID, 1, "delivered", isDelivered)[0]
		log := eventbustest.Record(t, s.DB)
		redeliver := path + "/deliveries/" + d.ID + "/redeliver"
		keyed := s.admin.With("Idempotency-Key", "once")
		for range 2 {
			keyed.Do(t, "POST", redeliver, nil).Require(t, 200).RequireFields(t, kit.Fields{"status": "queued", "attempts": 0, "deliveredAt": nil})
		}
		r.wait(t, 2)
		s.admin.Do(t, "POST", redeliver, nil).Require(t, 409, "invalid_transition")
		close(release)
		again := s.awaitDeliveries(t, endpointID, 1, "delivered again", isDelivered)[0]
		if all := r.all(); again.ID != d.ID || len(again.Log) != 2 || len(all) != 2 || all[0].ID != all[1].ID ||
			string(all[0].body) != string(all[1].body) {
			t.Errorf("%+v, %d requests", again, len(all))
		}
		s.admin.Do(t, "PATCH", path+"/"+endpointID, body{"enabled": false}).Require(t, 200)
		s.admin.Do(t, "POST", redeliver, nil).Require(t, 409, "invalid_transition")
		if got := eventbustest.Of[events.RedeliveryStarted](log); len(got) != 1 || got[0].DeliveryID != d.ID {
			t.Errorf("events: %+v", got)
		}
	})
}

// Of many at once one redelivers.
func TestRedeliverAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		release := make(chan struct{})
		var requests atomic.Int64
		r := newReceiver(t, func(received) int {
			if requests.Add(1) > 1 {
				<-release
			}
			return 200
		})
		endpointID := s.endpoint(t, r.URL, "*").Text("id")
		s.Publish(t, paid(id.New()))
		d := s.awaitDeliveries(t, endpointID, 1, "delivered", isDelivered)[0]
		statuses := atOnce(t, 10, func() (kit.Answer, error) {
			return s.admin.Try("POST", path+"/deliveries/"+d.ID+"/redeliver", nil)
		})
		close(release)
		if statuses[200] != 1 || statuses[409] != 9 {
			t.Errorf("of 10 at once: %v", statuses)
		}
	})
}

// An erasure blanks what receivers have answered, and what is sent from then on.
func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, nil)
		endpointID := s.admin.Do(t, "POST", path, body{"url": r.URL, "events": []string{"ordering.*"}, "personalData": true}).Require(t, 201).
			Text("id")
		event := paid(id.New())
		s.Publish(t, event)
		s.awaitDeliveries(t, endpointID, 1, "delivered", isDelivered)
		if err := s.DB.WithContext(t.Context()).Exec(`UPDATE webhooks_deliveries SET responses = '["thank you, Ada"]'`).Error; err != nil {
			t.Fatal(err)
		}
		if held := s.Exported(t, event.UserID); !strings.Contains(held, "ordering.order_paid.v1") || !strings.Contains(held, "127.0.0.1") {
			t.Errorf("export: %s", held)
		}
		s.eraseSubject(t, event.UserID)
		s.Publish(t, erased(event.UserID, s.Clock.Now()))
		list := s.admin.Do(t, "GET", path+"/deliveries?key="+event.OrderID, nil).Require(t, 200)
		detail := s.admin.Do(t, "GET", path+"/deliveries/"+list.Text("data.0.id"), nil).Require(t, 200)
		if strings.Contains(string(detail.Body), "Ada") || strings.Contains(string(detail.Body), "ada@") ||
			detail.Number("log.0.statusCode") != 204 {
			t.Errorf("after the erasure: %s", detail.Body)
		}
		s.admin.Do(t, "POST", path+"/deliveries/"+list.Text("data.0.id")+"/redeliver", nil).Require(t, 200)
		again := s.awaitDeliveries(t, endpointID, 1, "delivered again", func(d delivery) bool { return isDelivered(d) && len(d.Log) == 2 })[0]
		if all := r.all(); len(all) == 0 || all[len(all)-1].Data["email"] != nil || slices.Contains(again.Responses, "thank you, Ada") ||
			!again.Erased {
			t.Errorf("sent after the erasure: %s", all[len(all)-1].body)
		}
	})
}

// Deliveries and replays are deleted some days after their end, and not before.
func TestRetention(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := newReceiver(t, nil)
		endpointID := s.endpoint(t, r.URL, "*").Text("id")
		s.Publish(t, paid(id.New()))
		s.awaitDeliveries(t, endpointID, 1, "delivered", isDelivered)
		from := s.Clock.Now().Add(time.Minute - time.Hour).Format(time.RFC3339)
		made := s.admin.Do(t, "POST", replays, body{"endpointId": endpointID, "from": from, "events": []string{"catalog.*"}}).Require(t, 201)
		s.awaitReplay(t, made.Text("id"), "done")
		d := &deliverer{Deps: Deps{DB: s.DB, Clock: s.Clock, Log: s.Log, Config: Config{KeepDays: 30}}}
		for _, row := range []struct {
			after time.Duration
			left  int
		}{{29 * 24 * time.Hour, 1}, {2 * 24 * time.Hour, 0}} {
			s.Clock.Advance(row.after)
			if err := d.deleteOld(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := len(s.deliveries(t, endpointID)); n != row.left {
				t.Errorf("%d left, want %d", n, row.left)
			}
			if _, n, err := pageOfReplays(s.DB.WithContext(t.Context()), "", httpapi.Page{Page: 1, Limit: 1}); err != nil || int(n) != row.left {
				t.Errorf("%d replays are left, want %d (%v)", n, row.left, err)
			}
		}
	})
}
