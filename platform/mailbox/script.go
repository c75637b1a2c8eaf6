package mailbox

import (
	"strings"
	"time"

	"github.com/emersion/go-smtp"
)

// Stage is a moment of the conversation at which a script may speak.
type Stage string

// The stages, in their order.
const (
	Hello Stage = "EHLO" // the client introduced itself
	Mail  Stage = "MAIL" // it named the sender
	Rcpt  Stage = "RCPT" // it named a recipient
	Data  Stage = "DATA" // it sent the letter, which is not kept yet
	Taken Stage = "250"  // the letter is kept, and the client does not know yet
)

// Reply is what a script makes the server do; the zero value means "go on as usual".
type Reply struct {
	Delay  time.Duration // first wait so long
	Hangup bool          // then cut the connection without a word
	Code   int           // or refuse with this SMTP code: 4xx for now, 5xx for good
	Text   string        // the words of the refusal
}

// Script decides on each stage of each conversation. to is the recipient (from Rcpt on; with several, the last one), else "".
// It is called concurrently.
type Script func(stage Stage, to string) Reply

// Script makes the server follow script from now on; nil ends it.
func (s *Server) Script(script Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = script
}

// RefuseAll refuses every letter with the code.
func RefuseAll(code int) Script {
	return func(stage Stage, _ string) Reply {
		if stage == Rcpt {
			return Reply{Code: code, Text: "refused by script"}
		}
		return Reply{}
	}
}

// RefuseTo refuses the letters to one recipient with the code.
func RefuseTo(recipient string, code int) Script {
	return func(stage Stage, to string) Reply {
		if stage == Rcpt && strings.EqualFold(to, recipient) {
			return Reply{Code: code, Text: "refused by script"}
		}
		return Reply{}
	}
}

// gone ends a conversation whose connection is cut: nobody hears it.
var gone = &smtp.SMTPError{Code: 421, Message: "gone"}

// act lets the script speak. Its error is what the client gets.
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
			return gone
		}
	}
	switch {
	case reply.Hangup:
		_ = s.conn.Conn().Close()
		return gone
	case reply.Code != 0:
		return &smtp.SMTPError{Code: reply.Code, Message: reply.Text}
	}
	return nil
}
