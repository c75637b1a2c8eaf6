package notifications

import (
	"strconv"

	identity "orderd/modules/identity/events"
	loyalty "orderd/modules/loyalty/events"
	reviews "orderd/modules/reviews/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
)

// subscribe says which event tells whom what. Texts for admins hold nothing personal about others, so that an erasure need
// not look for it in their inboxes.
func (n *notifier) subscribe(bus *eventbus.Bus) {
	n.readModel(bus)
	on(n, bus, func(e identity.EmailVerified) notice {
		return notice{kind: "welcome", to: theUser(e.UserID), locale: e.Locale}
	})
	on(n, bus, func(e identity.WholesaleAccessGranted) notice {
		return notice{kind: "wholesale_approved", to: theUser(e.UserID), locale: e.Locale,
			data: ids{"applicationId": e.ApplicationID, "trackingId": e.TrackingID}}
	})
	on(n, bus, func(e wholesale.ApplicationRejected) notice {
		return notice{kind: "wholesale_rejected", to: n.ownerOf(e.ContactEmail), locale: e.Locale,
			data: ids{"applicationId": e.ApplicationID, "trackingId": e.TrackingID}, words: words{"reason": e.Reason}}
	})
	on(n, bus, func(e wholesale.InfoRequested) notice {
		return notice{kind: "wholesale_question", to: n.ownerOf(e.ContactEmail), locale: e.Locale,
			data: ids{"applicationId": e.ApplicationID, "trackingId": e.TrackingID}, words: words{"question": e.Question}}
	})
	on(n, bus, func(e wholesale.ApplicationSubmitted) notice {
		return notice{kind: "wholesale_application", to: admins, locale: english,
			data: ids{"applicationId": e.ApplicationID, "trackingId": e.TrackingID}}
	})
	on(n, bus, pointsChanged)
	on(n, bus, reviewSaved)
	n.orders(bus)
	eventbus.On(bus, inboxes, erase)
}

// pointsChanged tells of points that came or became a voucher. Points that were taken back come with a return, which tells of itself.
func pointsChanged(e loyalty.PointsChanged) notice {
	told := notice{to: nobody, locale: english, data: ids{"entryId": e.EntryID},
		words: words{"points": strconv.FormatInt(max(e.Points, -e.Points), 10), "balance": strconv.FormatInt(e.Balance, 10)}}
	switch {
	case e.Kind == "redeem":
		told.kind, told.to = "points_redeemed", theUser(e.UserID)
	case e.Kind == "adjustment" && e.Reference != "":
		// Points of a voided voucher are nothing new.
	case e.Points > 0:
		told.kind, told.to = "points_earned", theUser(e.UserID)
	}
	return told
}

// reviewSaved tells the author of a hidden review why. The reason is missing when it was erased meanwhile.
func reviewSaved(e reviews.ReviewSaved) notice {
	if e.Change != "hidden" || e.Reason == nil {
		return notice{to: nobody}
	}
	return notice{kind: "review_hidden", to: theUser(e.UserID), locale: english,
		data: ids{"reviewId": e.ReviewID, "productId": e.ProductID}, words: words{"reason": *e.Reason}}
}
