package recipients

import (
	"fmt"
	"testing"

	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// The list of a buyer with 20 recipients takes about as long when there are 100 000 of others as
// when there are 100.
func TestListsAtScale(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			list := func(s *setup) func() {
				return func() { s.buyer.Do(t, "GET", path, nil).Require(t, 200) }
			}
			kit.RequireScale(t, "one's recipients", list(known(t, dialect, 100)), list(known(t, dialect, 100_000)))
		})
	}
}

// known is a setup with n recipients, 20 of each buyer.
func known(t *testing.T, dialect string, n int) *setup {
	t.Helper()
	s := &setup{Runner: moduletest.On(t, dialect, build)}
	s.buyer, s.buyerID = s.As(t, auth.RoleCustomer)
	const each = 20
	owners := []owner{{UserID: s.buyerID}}
	var all []recipient
	for i := range n {
		if i/each == len(owners) {
			owners = append(owners, owner{UserID: id.New()})
		}
		all = append(all, recipient{
			ID: id.New(), UserID: owners[i/each].UserID, FullName: fmt.Sprint("Grace ", i), Phone: "1", Address: "Torstraße 12", Country: "DE",
			TotalOrders: 1, OrderSeq: int64(i), CreatedAt: noon, UpdatedAt: noon,
		})
	}
	for _, rows := range []any{owners, all} {
		if err := s.DB.CreateInBatches(rows, 1000).Error; err != nil {
			t.Fatal(err)
		}
	}
	if err := s.DB.Exec(moduletest.Analyze(s.DB)).Error; err != nil {
		t.Fatal(err)
	}
	return s
}
