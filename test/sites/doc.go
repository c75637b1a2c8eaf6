// Package sites runs events between two databases under faults: NATS servers, relays and importers
// are killed, stopped and cut off, messages are doubled and lost. Then it counts what was handled:
// each event once by each consumer, in the order of its key. It also plays the demo day on the
// sites of deployments/compose.sites.yaml. It is run by make sites.
package sites
