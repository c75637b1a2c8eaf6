package eventbus

import "time"

// Observer gets the outcome of deliveries, for metrics. Its methods must not block.
type Observer interface {
	// ObserveHandler is called after each attempt with the time that the handler took and whether
	// it failed. attempt is 1 for the first.
	ObserveHandler(consumer string, took time.Duration, attempt int, failed bool)
	// ObserveDelivery is called for a handled delivery, after the commit. lag is the time since its
	// event was published.
	ObserveDelivery(consumer string, lag time.Duration)
	// ObserveDeath is called for a delivery that failed for the last time.
	ObserveDeath(consumer string)
	// ObserveWait is called for an answer that waited for the read models.
	ObserveWait(took time.Duration, timedOut bool)
}

// noObserver is the default Observer.
type noObserver struct{}

func (noObserver) ObserveHandler(string, time.Duration, int, bool) {}
func (noObserver) ObserveDelivery(string, time.Duration)           {}
func (noObserver) ObserveDeath(string)                             {}
func (noObserver) ObserveWait(time.Duration, bool)                 {}
