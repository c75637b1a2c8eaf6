package carrier

import (
	"context"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
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
	if n := pay.count("SELECT count(*) FROM events WHERE source <> 'main'") +
		main.count("SELECT count(*) FROM events WHERE source <> ''"); n != 0 {
		t.Errorf("%d events do not name the database that published them", n)
	}
	if n := pay.count("SELECT count(*) FROM deliveries") + pay.count("SELECT coalesce(sum(assigned), 0) FROM event_carrier"); n != 0 {
		t.Errorf("%d imported events are sent on", n)
	}
}

// A subscription's filter holds for imported events as it does for published ones.
func TestFilterAtImport(t *testing.T) {
	t.Parallel()
	node := natsserver.Start(t)
	main := newSite(t, node.URL(), "main").start()
	in := newSite(t, node.URL(), "in", "main").hears("shop.all")
	eventbus.On(in.bus, eventbus.Consumer{Name: "shop.some"}, func(context.Context, *gorm.DB, eventbus.Message[counted]) error { return nil },
		eventbus.Where(func(e counted) bool { return e.Key == "wanted" }))
	in.exec("CREATE TABLE made (consumer text, key text)")
	in.exec("CREATE FUNCTION note_made() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO made VALUES (NEW.consumer, NEW.key); " +
		"RETURN NULL; END'")
	in.exec("CREATE TRIGGER note_made AFTER INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION note_made()")
	in.start()
	main.publish("wanted", "other", "other", "wanted")
	in.awaitHandled(main, 4, 1)
	if n := in.count("SELECT count(*) FROM made WHERE consumer = 'shop.some'"); n != 2 {
		t.Errorf("%d deliveries were made for the consumer with a filter, want 2", n)
	}
}

// The users of the deployed configuration may do what their sites need, and no more.
func TestDeployedConfiguration(t *testing.T) {
	t.Setenv("MAIN_PASSWORD", "main-secret")
	t.Setenv("PAY_PASSWORD", "pay-secret")
	node := natsserver.StartConfigured(t, "../../../deployments/nats.conf")
	as := func(user string) string { return strings.Replace(node.URL(), "://", "://"+user+":"+user+"-secret@", 1) }
	main := newSite(t, as("main"), "main", "pay").hears("shop.one").start()
	main.publishMany(40)
	main.awaitSent()
	client := connect(t, as("main"))
	stream, err := client.Stream(t.Context(), streamName)
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.DeleteMsg(t.Context(), 30); err != nil { // for a rewind
		t.Fatal(err)
	}
	pay := newSite(t, as("pay"), "pay", "main").hears("shop.one")
	pay.carrier.Answer("user", func(context.Context, []byte) ([]byte, error) { return []byte("pay"), nil })
	pay.start().awaitHandled(main, 40, 1)
	if answers, err := main.carrier.Ask(t.Context(), "user", nil); err != nil || string(answers["pay"]) != "pay" {
		t.Errorf("pay answers %q: %v", answers["pay"], err)
	}
	if _, err := client.Publish(t.Context(), subjectPrefix+"pay.shop.counted.v1", nil); err == nil {
		t.Error("a site may send as another")
	}
}
