package mailserver

import (
	"strings"
	"time"

	"github.com/emersion/go-smtp"
)

// Stage is a point of an SMTP session at which a script decides.
type Stage string

// The stages, in their order.
const (
	Hello    Stage = "EHLO" // the client has introduced itself
	Mail     Stage = "MAIL" // it has named the sender
	Rcpt     Stage = "RCPT" // it has named a recipient
	Data     Stage = "DATA" // it has sent the message, which is not in the mailbox yet
	Accepted Stage = "250"  // the message is in the mailbox, and the client does not know yet
)

// Reply is what a script makes the server do. The zero value means "go on as usual".
type Reply struct {
	Delay  time.Duration // wait so long first
	Hangup bool          // then close the connection without a reply
	Code   int           // or refuse with this SMTP code: 4xx for now, 5xx for good
	Text   string        // the text of the refusal
}

// Script decides at each stage of each session. to is the recipient from Rcpt on (the last one of
// several), "" before. It is called concurrently.
type Script func(stage Stage, to string) Reply

// Script makes the server follow the script from now on; nil ends it.
func (s *Server) Script(script Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = script
}

// At replies at one stage only.
func At(stage Stage, r Reply) Script {
	return func(now Stage, _ string) Reply {
		if now == stage {
			return r
		}
		return Reply{}
	}
}

// RefuseAll refuses every message with the code.
func RefuseAll(code int) Script {
	return At(Rcpt, Reply{Code: code, Text: "refused by script"})
}

// RefuseTo refuses the messages to one recipient with the code.
func RefuseTo(recipient string, code int) Script {
	return func(stage Stage, to string) Reply {
		if stage == Rcpt && strings.EqualFold(to, recipient) {
			return Reply{Code: code, Text: "refused by script"}
		}
		return Reply{}
	}
}

// errClosed ends a session whose connection is closed; the client never gets it.
var errClosed = &smtp.SMTPError{Code: 421, Message: "connection closed"}

// act does what the script says at this stage. The client gets its error.
func (s *session) act(stage Stage, to string) error {
	s.server.mu.Lock()
	script := s.server.script
	s.server.mu.Unlock()
	if script == nil {
		return nil
	}
	reply := script(stage, to)
	if reply.Delay > 0 {
		timer := time.NewTimer(reply.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-s.away:
			return errClosed
		}
	}
	switch {
	case reply.Hangup:
		_ = s.conn.Conn().Close()
		return errClosed
	case reply.Code != 0:
		return &smtp.SMTPError{Code: reply.Code, Message: reply.Text}
	}
	return nil
}
