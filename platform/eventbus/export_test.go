package eventbus

import "github.com/ThreeDotsLabs/watermill/message"

// What the conformance suite needs of a bus in another package (conformance_sites_test.go).

var ConformanceFeatures = conformanceFeatures

func ConformancePublisher(b *Bus) message.Publisher { return publisher{b} }

func ConformanceSubscriber(b *Bus, group string) message.Subscriber {
	return &topics{bus: b, group: group, closing: make(chan struct{})}
}
