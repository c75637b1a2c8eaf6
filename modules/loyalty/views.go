package loyalty

import (
	"context"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/httpapi"
)

// summaryView is a user's points at a glance.
type summaryView struct {
	AvailablePoints int64         `json:"availablePoints" example:"620"`
	PointsEarned    int64         `json:"pointsEarned" doc:"availablePoints + pointsRedeemed − points still owed." example:"1120"`
	PointsRedeemed  int64         `json:"pointsRedeemed" doc:"Without those of voided vouchers." example:"500"`
	MemberSince     *httpapi.Time `json:"memberSince" doc:"null for a moment after the registration."`
	DiscountValue   worth         `json:"discountValue" doc:"EUR: points × 7.5 ÷ 2000, exact." example:"2.325"`
}

// SchemaName is the name in the document.
func (summaryView) SchemaName() string { return "LoyaltySummary" }

func summaryOf(m member, since *time.Time) summaryView {
	return summaryView{
		AvailablePoints: m.Balance, PointsEarned: max(0, m.Balance-m.Debt+m.Redeemed), PointsRedeemed: m.Redeemed,
		MemberSince: httpapi.TimePtr(since), DiscountValue: worth(m.Balance),
	}
}

// shareView is a recorded share.
type shareView struct {
	ProductID       string       `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	PointsAwarded   int64        `json:"pointsAwarded" doc:"0 for the same product within 24 hours, and after five awards within 24 hours." example:"50"`
	AvailablePoints int64        `json:"availablePoints" example:"670"`
	SharedAt        httpapi.Time `json:"sharedAt"`
}

// SchemaName is the name in the document.
func (shareView) SchemaName() string { return "ProductShare" }

// redemptionView is what a redemption gives.
type redemptionView struct {
	PointsRedeemed  int64 `json:"pointsRedeemed" example:"500"`
	DiscountValue   worth `json:"discountValue" doc:"EUR: points × 7.5 ÷ 2000, exact." example:"1.875"`
	RemainingPoints int64 `json:"remainingPoints" example:"120"`
}

// entryView is a line of the history.
type entryView struct {
	ID        string       `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Kind      string       `json:"kind" enum:"share,order,redeem,reversal,adjustment" schema:"LoyaltyEntryKind" example:"redeem"`
	Points    int64        `json:"points" doc:"Below 0: taken." example:"-500"`
	Balance   int64        `json:"balance" doc:"After it." example:"120"`
	Reference *string      `json:"reference" format:"uuid" doc:"Id of the product (share), the order (order, reversal) or the voucher (redeem; adjustment for a voided one)." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Note      *string      `json:"note" doc:"An adjustment's reason, or how many points of a reversal were no longer there." example:"For the late parcel."`
	CreatedAt httpapi.Time `json:"createdAt"`

	subject string
}

// SchemaName is the name in the document.
func (entryView) SchemaName() string { return "LoyaltyEntry" }

// DataSubject is whose points they are: an admin may be told of them.
func (v entryView) DataSubject() string { return v.subject }

func viewEntry(e entry) entryView {
	return entryView{
		ID: e.ID, Kind: e.Kind, Points: e.Points, Balance: e.Balance, Reference: e.Reference, Note: e.Note,
		CreatedAt: httpapi.TimeOf(e.CreatedAt), subject: e.UserID,
	}
}

// voucherView is a voucher.
type voucherView struct {
	ID        string                 `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Code      string                 `json:"code" doc:"For the cart." example:"PTS-7QKD-M2XA-VH4T-J5RB"`
	Value     worth                  `json:"value" doc:"EUR; an order takes off whole cents for all its vouchers together." example:"1.875"`
	Points    int64                  `json:"points" example:"500"`
	Status    ordering.VoucherStatus `json:"status" enum:"available,spent,expired,voided" schema:"VoucherStatus" example:"available"`
	ExpiresAt httpapi.Time           `json:"expiresAt"`
}

func viewVoucher(v voucher) voucherView {
	status := v.Status
	if v.Voided {
		status = voucherVoided
	}
	return voucherView{ID: v.ID, Code: v.Code, Value: worth(v.Points), Points: v.Points, Status: status, ExpiresAt: httpapi.TimeOf(v.ExpiresAt)}
}

func views[M, V any](found []M, view func(M) V) []V {
	all := make([]V, len(found))
	for i, m := range found {
		all[i] = view(m)
	}
	return all
}

// exported is all that the module holds on a user, the oldest first.
type exported struct {
	Summary  summaryView   `json:"summary"`
	Debt     int64         `json:"debt"` // points taken back that are still owed
	Entries  []entryView   `json:"entries"`
	Vouchers []voucherView `json:"vouchers"`
	Shares   []sharedView  `json:"shares"`
}

// sharedView is a share of the past.
type sharedView struct {
	ProductID     string       `json:"productId"`
	PointsAwarded int64        `json:"pointsAwarded"`
	SharedAt      httpapi.Time `json:"sharedAt"`
}

func viewShared(s share) sharedView {
	return sharedView{ProductID: s.ProductID, PointsAwarded: s.Points, SharedAt: httpapi.TimeOf(s.SharedAt)}
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
	var entries []entry
	if err := db.Where("user_id = ?", userID).Order("number").Find(&entries).Error; err != nil {
		return nil, err
	}
	var vouchers []voucher
	if err := db.Where("user_id = ?", userID).Order("created_at, id").Find(&vouchers).Error; err != nil {
		return nil, err
	}
	var shares []share
	if err := db.Where("user_id = ?", userID).Order("shared_at, id").Find(&shares).Error; err != nil {
		return nil, err
	}
	return exported{
		Summary: summaryOf(m, since), Debt: m.Debt, Entries: views(entries, viewEntry), Vouchers: views(vouchers, viewVoucher), Shares: views(shares, viewShared),
	}, nil
}
