package notifications

import (
	identity "orderd/modules/identity/events"
	wholesale "orderd/modules/wholesale/events"
)

func applicationIDs(applicationID, trackingID string) ids {
	return ids{"applicationId": applicationID, "trackingId": trackingID}
}

func wholesaleApplication(e wholesale.ApplicationSubmitted) draft {
	return draft{
		kind: kindWholesaleApplication, notice: noticeWholesaleApplication, locale: defaultLocale,
		data: applicationIDs(e.ApplicationID, e.TrackingID),
	}
}

func (n *notifier) wholesaleQuestion(e wholesale.InfoRequested) draft {
	return draft{
		kind: kindWholesaleQuestion, audience: n.ownerOf(e.ContactEmail), locale: e.Locale,
		data: applicationIDs(e.ApplicationID, e.TrackingID), params: params{"question": e.Question},
	}
}

func (n *notifier) wholesaleRejected(e wholesale.ApplicationRejected) draft {
	return draft{
		kind: kindWholesaleRejected, audience: n.ownerOf(e.ContactEmail), locale: e.Locale,
		data: applicationIDs(e.ApplicationID, e.TrackingID), params: params{"reason": e.Reason},
	}
}

func wholesaleApproved(e identity.WholesaleAccessGranted) draft {
	return draft{
		kind: kindWholesaleApproved, audience: onlyUser(e.UserID), locale: e.Locale,
		data: applicationIDs(e.ApplicationID, e.TrackingID),
	}
}
