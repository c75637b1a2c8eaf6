package httpapi

import "time"

// SetAnswerTime shortens the time that an operation may take.
func (r *Router) SetAnswerTime(d time.Duration) { r.answerTime = d }

// SetQuota is how much is kept of the answers of a network, and of a customer.
func (r *Router) SetQuota(answers, bytes int64) {
	r.quotas.network = answerQuota{answers, bytes}
	r.quotas.customer = r.quotas.network
}

// ClientNetwork is how an address is logged.
var ClientNetwork = clientNetwork
