package e2e

import (
	"bufio"
	"net/http"
	"strings"
)

func (s *story) points() {
	s.play(s.ada.API, "shareProduct", "", object{"productId": s.coffee})
	s.play(s.admin, "adjustPoints", s.ada.ID, object{"points": 500, "reason": "It came late."})
	s.settled()
	s.play(s.ada.API, "redeemPoints", "", object{"points": 500})
	s.play(s.ada.API, "getLoyaltySummary", "", nil)
	s.play(s.ada.API, "listVouchers", "", nil)
	s.play(s.ada.API, "listLoyaltyHistory", "?limit=1", nil)
}

// wholesale lets a café apply, and another business that is refused.
func (s *story) wholesale() {
	const email = "jana@example.com"
	body := object{
		"businessName": "Café Jana", "businessAddress": "Torstr. 12, 10119 Berlin", "state": "Berlin", "country": "Germany",
		"estimatedMonthlyOrderMin": 200, "estimatedMonthlyOrderMax": 1500,
		"contactFullName": "Jana", "contactPhone": "+49 30 1234567", "contactEmail": email,
	}
	tracking := s.play(s.api, "applyForWholesale", "", body).Text("trackingId")
	found := s.play(s.admin, "listWholesaleApplications", "?q="+tracking, nil).Text("data.0.id")
	s.play(s.admin, "requestWholesaleInfo", found, object{"question": "Do you roast?"})
	s.play(s.api, "trackWholesaleApplication", tracking+"?email="+email, nil)
	s.play(s.admin, "approveWholesaleApplication", found, object{"note": "We know her."})
	s.play(s.admin, "getWholesaleApplication", found, nil)

	body["contactEmail"] = "bob@example.com"
	other := s.api.Do(s.t, "POST", "/v1/wholesale/apply", body).Require(s.t, 201).Text("trackingId")
	refused := s.admin.Do(s.t, "GET", "/v1/admin/wholesale/applications?q="+other, nil).Require(s.t, 200).Text("data.0.id")
	s.play(s.admin, "rejectWholesaleApplication", refused, object{"reason": "It is no café."})
}

// inbox is what has been sent: to Ada's inbox, and by mail.
func (s *story) inbox() {
	list := s.play(s.ada.API, "listNotifications", "?limit=1", nil)
	s.firstOfStream()
	s.play(s.ada.API, "readNotification", list.Text("data.0.id"), nil)
	s.play(s.ada.API, "readAllNotifications", "", nil)
	mail := s.play(s.admin, "listMails", "?status=sent&limit=1", nil).Text("data.0.id")
	s.play(s.admin, "retryMail", mail, nil)
}

// firstOfStream keeps the first event of Ada's stream.
func (s *story) firstOfStream() {
	request, err := http.NewRequestWithContext(s.t.Context(), "GET", s.api.Base+"/v1/notifications/stream", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.ada.Access)
	request.Header.Set("Last-Event-ID", "0")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	var event strings.Builder
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if event.Len() == 0 && !strings.HasPrefix(lines.Text(), "id:") {
			continue
		}
		event.WriteString(lines.Text() + "\n")
		if lines.Text() == "" {
			break
		}
	}
	s.keep("streamNotifications", nil, answer.StatusCode, answer.Header, []byte(event.String()))
}

// users are those whom an admin finds; one of them leaves.
func (s *story) users() {
	const email = "charles@example.com"
	charles := s.session(s.api.Do(s.t, "POST", "/v1/auth/verify-email", object{"email": email, "code": s.register(email)}).Require(s.t, 200))
	charles.Do(s.t, "PATCH", "/v1/users/me", object{"fullName": "Charles"}).Require(s.t, 200)
	s.play(charles.API, "exportAccount", "", nil)
	s.play(charles.API, "eraseAccount", "", object{"password": password})
	s.play(s.admin, "listUsers", "?q=lovelace", nil)
	s.play(s.admin, "updateUser", s.ada.ID, object{"role": "admin"})
	s.play(s.admin, "getUser", s.ada.ID, nil)
}

// operator looks at what has happened, and at a delivery that failed.
func (s *story) operator() {
	s.play(s.admin, "listAudit", "?name=identity.role_changed.v1&limit=1", nil)
	s.play(s.admin, "listEvents", "?name=identity.role_changed.v1&limit=1", nil)
	s.settled()
	s.killDelivery()
	dead := s.play(s.admin, "listDeadDeliveries", "", nil)
	s.play(s.admin, "retryDeadDelivery", dead.Text("data.0.id"), nil)
	s.settled()
	s.killDelivery()
	s.play(s.admin, "retryDeadDeliveries", "", object{"consumer": "notifications.inboxes"})
}

// killDelivery makes a dead delivery of an event that was handled.
func (s *story) killDelivery() {
	done := s.database().Exec(`INSERT INTO deliveries (consumer, seq, name, key, prompt, attempts, last_error, dead_id, died_at)
		SELECT 'notifications.inboxes', seq, name, key, false, 10, 'the database is locked', id, occurred_at FROM events
		WHERE name = 'identity.email_verified.v1' ORDER BY seq LIMIT 1`)
	if done.Error != nil || done.RowsAffected != 1 {
		s.t.Fatalf("%d rows: %v", done.RowsAffected, done.Error)
	}
}
