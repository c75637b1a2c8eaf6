package eventbus

// NewestOfKeys returns the last message of each key: all that a copy of the latest state needs. The
// messages are those of a BatchHandler, in the order of their sequence numbers.
func NewestOfKeys[E Event](messages []Message[E]) (newest []Message[E]) {
	index := map[string]int{} // in newest, by key
	for _, m := range messages {
		if i, known := index[m.Key]; known {
			newest[i] = m
			continue
		}
		index[m.Key] = len(newest)
		newest = append(newest, m)
	}
	return newest
}
