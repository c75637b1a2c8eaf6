package httpapi

import "time"

// SetAnswerTime shortens the time that an operation may take.
func (r *Router) SetAnswerTime(d time.Duration) { r.answerTime = d }

// SetQuota is how much is kept of the responses to a network, and to a customer.
func (r *Router) SetQuota(responses, bytes int64) {
	r.quotas.network = storeQuota{responses, bytes}
	r.quotas.user = r.quotas.network
}

// LoggedNetwork is how an address is logged.
var LoggedNetwork = loggedNetwork

// EraseStoredResponses is what an erasure of a subject calls.
var EraseStoredResponses = eraseStoredResponses
