// Package mailbox receives mail inside the process and shows it on a page, for dev mode: a fresh
// machine needs no mail server, and no mail leaves it. Start makes the server, Page and JSON are
// its routes. It relays nothing and keeps the newest 500 messages in memory.
//
// Tests use test/kit/mailserver, a server with a mailbox that also refuses, stalls and goes away.
package mailbox

import (
	"crypto/rand"
	"io"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"orderd/platform/clock"
)

// capacity is how many messages the mailbox of dev mode keeps.
const capacity = 500

// Message is a message as one recipient got it.
type Message struct {
	From, To string // of the envelope
	Subject  string // decoded
	Text     string // the plain part, decoded, with \n line ends
	HTML     string // the HTML part
	// Attachments are the files of the message, in their order.
	Attachments []Attachment
	MessageID   string // without angle brackets
	Header      mail.Header
	// ReceivedAt is when the mailbox received it.
	ReceivedAt time.Time
}

// Attachment is a file of a message.
type Attachment struct {
	Name    string
	Type    string // its media type
	Content []byte
}

// Mailbox keeps the newest messages, whoever they are to. It is safe for concurrent use.
type Mailbox struct {
	clock    clock.Clock
	capacity int
	id       string // differs between mailboxes

	mu       sync.Mutex
	messages []Message // oldest first
	changes  int       // how often messages has changed
}

// New makes an empty mailbox that keeps the newest messages, capacity of them at most.
func New(c clock.Clock, capacity int) *Mailbox {
	return &Mailbox{clock: c, capacity: capacity, id: rand.Text()}
}

// Receive parses a message (RFC 5322) and stores a copy for each recipient. It fails on a message
// that can't be parsed.
func (m *Mailbox) Receive(from string, to []string, raw io.Reader) error {
	parsed, err := parse(raw)
	if err != nil {
		return err
	}
	parsed.From, parsed.ReceivedAt = from, m.clock.Now()
	copies := make([]Message, len(to))
	for i, recipient := range to {
		copies[i] = parsed
		copies[i].To = recipient
	}
	m.store(copies)
	return nil
}

func (m *Mailbox) store(copies []Message) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes++
	m.messages = append(m.messages, copies...)
	if surplus := len(m.messages) - m.capacity; surplus > 0 {
		m.messages = slices.Delete(m.messages, 0, surplus)
	}
}

// Messages returns the messages to the address, or all when to is "", newest first.
func (m *Mailbox) Messages(to string) []Message {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := []Message{}
	for _, message := range slices.Backward(m.messages) {
		if to == "" || strings.EqualFold(message.To, to) {
			found = append(found, message)
		}
	}
	return found
}

// Count returns the number of messages that Messages returns, at less cost.
func (m *Mailbox) Count(to string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, message := range m.messages {
		if to == "" || strings.EqualFold(message.To, to) {
			n++
		}
	}
	return n
}

// Clear deletes all messages.
func (m *Mailbox) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.messages = nil
	m.changes++
}

// version changes with the messages, and differs between mailboxes.
func (m *Mailbox) version() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.id + "-" + strconv.Itoa(m.changes)
}
