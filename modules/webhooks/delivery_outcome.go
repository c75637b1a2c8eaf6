package webhooks

import (
	"math/rand/v2"
	"net/http"
	"time"

	"orderd/modules/webhooks/events"
)

const (
	// outageAfter is how many failures in a row make an endpoint failing.
	outageAfter = 3
	firstProbe  = 5 * time.Second
	maxProbe    = 5 * time.Minute
	noticeAfter = time.Hour
	giveUpAfter = 72 * time.Hour
)

// outcome is what has become of a delivery in an attempt, which was made under its claim.
type outcome struct {
	delivery delivery
	probe    bool // of a failing endpoint
	result   result
}

// record takes a result over. A probe that fails uses up no attempt.
func (d *delivery) record(r result, probe bool, now time.Time) {
	entry := r.entry()
	d.StatusCode, d.Error, d.UpdatedAt = entry.StatusCode, entry.Error, now
	d.Log, d.Responses = last(append(d.Log, entry)), last(append(d.Responses, r.response))
	switch {
	case r.ok():
		d.end(deliveryDelivered, now)
		d.DeliveredAt = &now
	case r.statusCode == http.StatusGone:
		d.end(deliveryCancelled, now)
	case r.lost:
		d.end(deliveryFailed, now)
	case probe:
		d.DueAt = now
	case d.Attempts >= maxAttempts:
		d.end(deliveryFailed, now)
	default:
		d.DueAt = now.Add(max(jitter(retryPauses.After(d.Attempts)), r.retryAfter))
	}
}

func (d *delivery) end(status deliveryStatus, now time.Time) {
	d.Status, d.EndedAt = status, &now
}

// last returns the last maxLog items.
func last[T any](list []T) []T { return list[max(len(list)-maxLog, 0):] }

// jitter varies a pause by a tenth, so that what failed together does not come back together.
func jitter(d time.Duration) time.Duration {
	return time.Duration(float64(d) * (0.9 + 0.2*rand.Float64()))
}

// record takes the result of an attempt over. It is true when the endpoint is back after failures.
func (e *endpoint) record(r result, probe bool, now time.Time) (recovered bool) {
	switch {
	case r.lost:
		return false
	case r.ok():
		recovered = e.FailingSince != nil
		e.recover()
		e.LastSuccessAt = &now
		return recovered
	case r.statusCode == http.StatusGone:
		if e.Enabled {
			e.disable(events.DisabledByGone, now)
		}
		return false
	case r.isOutage():
		e.Failures++
	case e.FailingSince == nil:
		e.Failures = 0
	}
	if e.FailingSince == nil && e.Failures >= outageAfter {
		next := now.Add(firstProbe)
		e.FailingSince, e.Probes, e.NextProbeAt = &now, 0, &next
	} else if e.FailingSince != nil && probe {
		e.Probes++
		next := now.Add(probePause(e.Probes))
		e.NextProbeAt = &next
	}
	return false
}

// probePause is the pause after so many probes.
func probePause(probes int) time.Duration { return min(firstProbe<<min(probes, 10), maxProbe) }
