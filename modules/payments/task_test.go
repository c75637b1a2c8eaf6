package payments

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

func TestTheProviderMayBeAway(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.stripe.Break(2)
		o := s.place(t, ordering.PaymentMethodCard, 4990)
		kit.Eventually(t, "a try fails", func() error {
			s.Clock.Advance(retryPauses.After(1))
			var tries int
			if err := s.DB.Model(&task{}).Where("order_id = ?", o.OrderID).Pluck("attempts", &tries).Error; err != nil || tries < 2 {
				return fmt.Errorf("%d tries, %v", tries, err)
			}
			return nil
		})
		s.buyer = s.AsUser(t, auth.Principal{UserID: s.userID, SessionID: id.New(), Role: auth.RoleCustomer})
		kit.Eventually(t, "the intent is made", func() error {
			s.Clock.Advance(time.Second)
			if calls := s.stripe.Calls(); len(calls) != 1 {
				return fmt.Errorf("%v", calls)
			}
			return nil
		})
		s.awaitSecret(t, o)
	})
}

func TestAdminsSeeWhatTheProviderDidNotDo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/payments/tasks"
		admin, _ := s.As(t, auth.RoleAdmin)
		refused := s.place(t, ordering.PaymentMethodCard, 49)
		s.awaitTask(t, taskCreateIntent, refused.OrderID, taskFailed)
		o, _ := s.placeByCard(t, 4990)
		var all struct {
			Data []taskView
			Meta struct{ Total int }
		}
		admin.Do(t, "GET", path, nil).Require(t, 200).Decode(t, &all)
		if all.Meta.Total != 2 || all.Data[0].OrderID != o.OrderID || all.Data[0].Status != "done" || all.Data[0].LastError != nil ||
			all.Data[1].Kind != "intent" {
			t.Errorf("tasks: %+v", all)
		}
		got := admin.Do(t, "GET", path+"?status=failed", nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"meta.total": 1, "data.0.orderId": refused.OrderID})
		if !strings.Contains(got.Text("data.0.lastError"), "amount_too_small") || strings.Contains(string(got.Body), stripe.Key) {
			t.Errorf("failed: %s", got.Body)
		}
		s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		s.buyer.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		for query, want := range map[string]string{"?status=lost": "?status not_allowed", "?page=0": "?page out_of_range",
			"?limit=101": "?limit out_of_range"} {
			if got := admin.Do(t, "GET", path+query, nil).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %v", query, got)
			}
		}
	})
}

// awaitTask waits for the newest task of a refund, or of the intents of an order.
func (s *setup) awaitTask(t *testing.T, kind taskKind, subjectID string, status taskStatus) task {
	t.Helper()
	var found task
	kit.Eventually(t, fmt.Sprintf("the task %s is %s", kind, status), func() error {
		err := s.DB.Where("kind = ? AND ? IN (subject_id, order_id)", kind, subjectID).Order("id DESC").Take(&found).Error
		if err == nil && found.Status != status {
			err = fmt.Errorf("it is %s", found.Status)
		}
		return err
	})
	return found
}
