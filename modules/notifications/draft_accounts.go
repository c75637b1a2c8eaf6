package notifications

import (
	identity "orderd/modules/identity/events"
	reviews "orderd/modules/reviews/events"
)

func welcome(e identity.EmailVerified) draft {
	return draft{kind: kindWelcome, audience: onlyUser(e.UserID), locale: e.Locale}
}

// isHidden reports whether the review was hidden.
func isHidden(e reviews.ReviewSaved) bool { return e.Change == reviews.ReviewHidden }

// reviewHidden notifies the author of a hidden review of the reason, which is missing once erased.
func reviewHidden(e reviews.ReviewSaved) draft {
	if e.Reason == nil {
		return noDraft
	}
	return draft{
		kind: kindReviewHidden, audience: onlyUser(e.UserID), locale: defaultLocale,
		data: ids{"reviewId": e.ReviewID, "productId": e.ProductID}, params: params{"reason": *e.Reason},
	}
}
