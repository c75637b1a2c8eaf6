package loyalty

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The headings in the document.
const (
	tag      = "Loyalty"
	tagAdmin = "Administration: loyalty"
)

func (s *service) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getLoyaltySummary", Method: http.MethodGet, Path: "/v1/loyalty/summary", Tag: tag, Summary: "Read the caller's points",
		Detail: "Orders earn 10 points for each whole EUR of goods, once both delivered and paid.",
	}, s.summary)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "shareProduct", Method: http.MethodPost, Path: "/v1/loyalty/share", Tag: tag, Status: http.StatusCreated,
		Summary: "Record that the caller shared a product",
		Detail:  "Earns 50 points. The same product within 24 hours, and all after five awards within 24 hours, earns 0.",
		Errors:  []string{fault.ProductNotFound}, Limits: []string{"share"},
	}, s.handleShare)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "redeemPoints", Method: http.MethodPost, Path: "/v1/loyalty/redeem", Tag: tag, Summary: "Turn points into a voucher",
		Detail: "At least 500; 2000 points are worth 7.50 EUR. Enter the code of the voucher, one of `GET /v1/loyalty/vouchers`, in " +
			"the cart within a year.",
		Errors: []string{fault.InsufficientPoints}, Limits: []string{"redeem"},
	}, s.handleRedeem)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listLoyaltyHistory", Method: http.MethodGet, Path: "/v1/loyalty/history", Tag: tag, Summary: "List every change of the caller's points, newest first",
		Detail: "Each entry has the `balance` after it. What a return takes back is an entry of its own.",
	}, s.history)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listVouchers", Method: http.MethodGet, Path: "/v1/loyalty/vouchers", Tag: tag, Summary: "List the caller's vouchers, newest first",
		Detail: "Enter the code of an `available` one in the cart. It comes back when the order is cancelled; a return may void it.",
	}, s.vouchers)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "adjustPoints", Method: http.MethodPost, Path: "/v1/admin/loyalty/{id}/adjust", Tag: tagAdmin, Summary: "Give a user points, or take them",
		Detail: "The user sees the entry, with its reason, in the history.",
		Errors: []string{fault.NotFound, fault.InsufficientPoints},
	}, s.handleAdjust)
}

func (s *service) summary(ctx context.Context, _ *struct{}) (*httpapi.Reply[summaryView], error) {
	db, userID := s.DB.WithContext(ctx), auth.MustFrom(ctx).UserID
	m, err := memberOf(db, userID)
	if err != nil {
		return nil, err
	}
	since, err := memberSince(db, userID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(summaryOf(m, since))
}

func (s *service) handleShare(ctx context.Context, in *shareInput) (*httpapi.Reply[shareView], error) {
	userID := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, s.DB, http.StatusCreated, func(tx *gorm.DB) (shareView, error) {
		done, available, err := recordShare(ctx, tx, userID, in.Body.ProductID, s.Clock.Now())
		return shareView{
			ProductID: done.ProductID, PointsAwarded: done.Points, AvailablePoints: available, SharedAt: httpapi.TimeOf(done.SharedAt),
		}, err
	})
}

func (s *service) handleRedeem(ctx context.Context, in *redeemInput) (*httpapi.Reply[redemptionView], error) {
	userID, points := auth.MustFrom(ctx).UserID, int64(in.Body.Points)
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (redemptionView, error) {
		done, err := s.redeem(ctx, tx, userID, points)
		return redemptionView{PointsRedeemed: points, DiscountValue: worth(points), RemainingPoints: done.Balance}, err
	})
}

func (s *service) history(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[httpapi.List[entryView]], error) {
	mine := s.DB.WithContext(ctx).Where("user_id = ?", auth.MustFrom(ctx).UserID)
	found, total, err := httpapi.Find[entry](mine, *in, "number DESC")
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.Listed(views(found, viewEntry), total, *in))
}

func (s *service) vouchers(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[httpapi.List[voucherView]], error) {
	mine := s.DB.WithContext(ctx).Where("user_id = ?", auth.MustFrom(ctx).UserID)
	found, total, err := httpapi.Find[voucher](mine, *in, "created_at DESC, id DESC")
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.Listed(views(found, viewVoucher), total, *in))
}

func (s *service) handleAdjust(ctx context.Context, in *adjustInput) (*httpapi.Reply[entryView], error) {
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (entryView, error) {
		done, err := adjust(ctx, tx, in.ID, int64(in.Body.Points), string(in.Body.Reason), s.Clock.Now())
		return viewEntry(done), err
	})
}
