package carrier

import (
	"testing"

	"orderd/test/kit/natsserver"
)

// What one database publishes is handled at another: once by each consumer, in the order of the
// keys, with its personal fields.
func TestEventsReachAnotherDatabase(t *testing.T) {
	t.Parallel()
	nats := natsserver.Start(t)
	main := newSite(t, nats.URL(), "main").start()
	pay := newSite(t, nats.URL(), "pay", "main").hears("shop.one", "shop.two").start()
	main.publishMany(1000)
	pay.awaitHandled(main, 1000, 2)
	if n := pay.count("SELECT count(*) FROM handled WHERE note <> 'note of ' || key"); n != 0 {
		t.Errorf("%d events lost their personal fields", n)
	}
	if n := pay.count("SELECT count(*) FROM deliveries"); n != 0 {
		t.Errorf("%d deliveries are left: imported events must not be sent on", n)
	}
}
