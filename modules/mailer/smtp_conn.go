package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"net"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// smtpConn is a connection to the mail server, kept while there are emails to send. One goroutine
// uses it at a time.
type smtpConn struct {
	server smtpServer
	client *gomail.Client
	conn   *smtp.Client // nil while it is not connected
	raw    net.Conn     // what conn runs on
}

// send sends the message, on a new connection if there is none or the server has closed it. It
// returns a permanentError, an unreachableError, or an error after which the message may be tried
// again. When ctx ends the connection is closed, and whether the server has the message may be
// unknown.
func (c *smtpConn) send(ctx context.Context, m *gomail.Msg) error {
	if c.conn != nil {
		err := c.transact(ctx, m)
		if !isStale(err) {
			return err
		}
	}
	if err := c.dial(ctx); err != nil {
		return err
	}
	return c.transact(ctx, m)
}

// dial connects, with TLS and login. It returns an unreachableError.
func (c *smtpConn) dial(ctx context.Context) (err error) {
	s := c.server
	stop := func() bool { return true }
	defer func() { stop() }()
	dialer := func(dialing context.Context, network, address string) (net.Conn, error) {
		raw, err := (&net.Dialer{}).DialContext(dialing, network, address)
		if err != nil {
			return nil, err
		}
		c.raw, stop = raw, context.AfterFunc(ctx, func() { _ = raw.Close() })
		if !s.implicit {
			return raw, nil
		}
		encrypted := tls.Client(raw, s.tls())
		return encrypted, encrypted.HandshakeContext(dialing)
	}
	c.client, err = gomail.NewClient(s.host, append(s.options(), gomail.WithDialContextFunc(dialer))...)
	if err != nil {
		return unreachableError{err}
	}
	if c.conn, err = c.client.DialToSMTPClientWithContext(ctx); err != nil {
		c.close() // go-mail leaves it open when the greeting, TLS or the login fails
		return unreachableError{err}
	}
	return nil
}

// transact sends the message on the open connection, and ends the connection after an error.
func (c *smtpConn) transact(ctx context.Context, m *gomail.Msg) error {
	raw := c.raw
	stop := context.AfterFunc(ctx, func() { _ = raw.Close() })
	// go-mail checks the connection with a NOOP, and then sets the deadline anew.
	_ = c.conn.UpdateDeadline(livenessTimeout)
	err := c.client.SendWithSMTPClient(c.conn, m)
	stop()
	if err == nil {
		return nil
	}
	var failure *gomail.SendError
	if !errors.As(err, &failure) || failure.ErrorCode() == 0 {
		c.close() // a QUIT would end an unfinished message, and the server might accept it
		return err
	}
	c.quit()
	if isPermanent(failure) {
		return permanentError{err}
	}
	return err
}

// isStale reports whether the connection was found dead before the message was sent on it.
func isStale(err error) bool {
	var failure *gomail.SendError
	return errors.As(err, &failure) && failure.Reason == gomail.ErrConnCheck
}

// quit sends QUIT and closes the connection, if there is one.
func (c *smtpConn) quit() {
	if c.conn != nil && c.conn.UpdateDeadline(livenessTimeout/2) == nil {
		_ = c.conn.Quit() // the connection is closed whatever the server replies
	}
	c.close()
}

// close closes the connection without QUIT, if there is one.
func (c *smtpConn) close() {
	if c.raw != nil {
		_ = c.raw.Close()
	}
	c.conn, c.raw = nil, nil
}
