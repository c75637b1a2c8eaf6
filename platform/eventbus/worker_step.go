package eventbus

// nextStep takes the deliveries out of pending that are handled next, together: the first one that
// is not blocked, and when its handler takes batches, all others of its name that have no earlier
// delivery of their key among the rest. It returns no step when all that is pending is blocked.
//
// A delivery that has failed before is a step of its own.
func (b *batch) nextStep(pending []*delivery) (step, rest []*delivery) {
	waiting := map[string]bool{} // keys with an earlier delivery that is not in the step
	for _, d := range pending {
		switch {
		case b.blocked[d.key]:
		case !d.ready:
			b.blocked[d.key] = true
		case len(step) == 0 || !waiting[d.key] && b.joins(d, step[0]):
			step = append(step, d)
		default:
			waiting[d.key] = true
			rest = append(rest, d)
		}
	}
	sortBySeq(step)
	return step, rest
}

// joins reports whether d may be handled together with first.
func (b *batch) joins(d, first *delivery) bool {
	s := b.worker.consumer.subscriptions[d.name]
	return s.batched && !b.oneByOne && d.name == first.name && d.attempts == 0 && first.attempts == 0
}
