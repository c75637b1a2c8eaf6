package carrier

import (
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"orderd/test/kit"
)

// Reading ends at once, whatever the client does at that moment: also while it makes a new consumer
// in the place of one that the servers have removed, and though nothing follows in the stream.
func TestStopReading(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	p.main.sendMany(20)
	p.in.start()
	p.in.awaitHandled(p.main, 20, 2)
	p.in.stop()
	i := newImporter(p.in.carrier, "main")
	i.stream = p.client
	random := kit.Rand(t)
	for range 300 {
		_, stop, err := i.read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for name := range p.stream().ConsumerNames(t.Context()).Name() {
			if err := p.stream().DeleteConsumer(t.Context(), name); err != nil && !isMissing(err) {
				t.Fatal(err)
			}
		}
		<-time.After(time.Duration(random.Int64N(int64(4 * time.Millisecond))))
		stopped := make(chan struct{})
		go func() {
			stop()
			close(stopped)
		}()
		select {
		case <-stopped:
		case <-time.After(time.Minute):
			t.Fatal("it reads on")
		}
	}
}

func isMissing(err error) bool {
	refused, ok := errors.AsType[*jetstream.APIError](err)
	return ok && refused.ErrorCode == jetstream.JSErrCodeConsumerNotFound
}
