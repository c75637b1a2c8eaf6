package loyalty

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// exported is all that the module stores of a user, the oldest first.
type exported struct {
	Summary  summaryView     `json:"summary"`
	Debt     int64           `json:"debt"` // points that were taken back and are still owed
	Entries  []entryView     `json:"entries"`
	Vouchers []voucherView   `json:"vouchers"`
	Shares   []exportedShare `json:"shares"`
}

type exportedShare struct {
	ProductID     string       `json:"productId"`
	PointsAwarded int64        `json:"pointsAwarded"`
	SharedAt      httpapi.Time `json:"sharedAt"`
}

func exportShare(s share) exportedShare {
	return exportedShare{ProductID: s.ProductID, PointsAwarded: s.Points, SharedAt: httpapi.TimeOf(s.SharedAt)}
}

func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	m, err := memberOf(db, userID)
	if err != nil {
		return nil, err
	}
	since, err := memberSince(db, userID)
	if err != nil {
		return nil, err
	}
	entries, err := allOf[entry](db, userID, "number")
	if err != nil {
		return nil, err
	}
	vouchers, err := allOf[voucher](db, userID, "created_at, id")
	if err != nil {
		return nil, err
	}
	shares, err := allOf[share](db, userID, "shared_at, id")
	if err != nil {
		return nil, err
	}
	return exported{
		Summary: viewSummary(m, since), Debt: m.Debt, Entries: convert.All(entries, viewEntry),
		Vouchers: convert.All(vouchers, viewVoucher), Shares: convert.All(shares, exportShare),
	}, nil
}
