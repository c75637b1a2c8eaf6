// Package carrier carries events between databases over NATS JetStream. A database with its
// replicas is a site. Within a site the bus of platform/eventbus does everything, as it does for a
// service with one database; the carrier writes the events of other sites into its log and queues.
//
// It owns the tables event_carrier, event_sent, event_sources and event_erasures, on PostgreSQL.
// Enter by New and Run. Each process of a site runs one Carrier; leases in the database choose the
// process that relays, and the one that imports a source.
//
// The log of the database that published an event is the truth. The stream is only the way, and may
// lose, double or reorder messages:
//
//   - The relay (relay.go) takes events out of the queue of the consumer "carrier" and gives them
//     ordinals without a gap, in one transaction. It sends them in this order, and sends again what
//     the stream does not acknowledge. An ordinal never changes its event.
//   - The importer (importer.go) has a cursor for each source: the last ordinal that it has taken.
//     One transaction writes events, deliveries and the cursor. It passes over what it has, takes
//     what follows, and behind a gap it takes nothing and asks the source to go back (Rewind).
//   - Once a second the relay announces how far it is (Head), so that the loss of the last messages
//     is noticed, too.
//
// So each event is imported exactly once, and the events of a key in their order. Sequence numbers
// are those of the importing database; read models compare them as ever.
//
// A message is a CloudEvent 1.0 in structured JSON (envelope.go), its subject
// orderd.events.<source>.<event>. Personal fields and the request's id are encrypted (seal.go). The
// data of an erased subject that arrives later is blanked on import (erasures.go).
//
// An erasure reaches other sites as an event that eventbus.EraseSubject publishes; its consumer
// there leaves a tombstone (erasures.go). Questions between sites (an export, say) are asked by Ask
// and answered by what Answer registers (question.go). A site with a part of the modules needs
// nothing here, because events without a handler are imported into the log and delivered to no
// consumer.
package carrier
