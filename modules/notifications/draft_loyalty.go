package notifications

import (
	"strconv"

	loyalty "orderd/modules/loyalty/events"
)

// pointsChanged notifies of points that were earned or redeemed. Points that are taken back come
// with a return, which has a notification of its own; those of a voided voucher are not new.
func pointsChanged(e loyalty.PointsChanged) draft {
	d := draft{
		audience: onlyUser(e.UserID), locale: defaultLocale, data: ids{"entryId": e.EntryID},
		params: params{
			"points":  strconv.FormatInt(max(e.Points, -e.Points), 10),
			"balance": strconv.FormatInt(e.Balance, 10),
		},
	}
	ofVoidedVoucher := e.Kind == loyalty.EntryAdjustment && e.Reference != ""
	switch {
	case e.Kind == loyalty.EntryRedeem:
		d.kind = kindPointsRedeemed
	case e.Points > 0 && !ofVoidedVoucher:
		d.kind = kindPointsEarned
	default:
		return noDraft
	}
	return d
}
