// Package eventbus is a Watermill Pub/Sub on the application's own database.
//
// It owns the event log (table events), the consumers and their subscriptions (event_consumers,
// event_subscriptions) and the queue of each consumer (deliveries).
//
// Modules enter by Publish, or PublishAtCommit, and by On or OnBatch. The composition root calls
// New, Start and Stop.
//
// The promise: a committed event is delivered at least once to each consumer, and each consumer
// applies the effect of an event exactly once. It works like this:
//
//   - Publish writes, in the caller's transaction, one row of events and one row of deliveries for
//     each consumer that subscribes to the event.
//   - Each consumer has a worker. In one transaction the worker claims due deliveries, runs their
//     handlers, deletes the deliveries, and commits. When a handler fails, the transaction rolls
//     back, and the worker records the failure and runs the others once more, each in a savepoint.
//     When the process dies, its transaction rolls back.
//   - A consumer gets the events of one key in the order of their sequence numbers. This is the
//     order of their commits when the publisher holds the lock of the row that the key names.
//   - A failed delivery delays the later events of its key at its consumer. It delays nothing else.
package eventbus
