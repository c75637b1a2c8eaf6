package mailer

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	gomail "github.com/wneessen/go-mail"

	"orderd/platform/fault"
	"orderd/platform/files"
	"orderd/platform/tracing"
)

// attempt sends the claimed email on the connection. It runs in a goroutine of its own.
func (d *deliverer) attempt(conn *smtpConn, e email) sendResult {
	ctx, span := d.Tracer.StartWithParent(d.sendCtx, tracing.Client, "mail "+string(e.Kind), e.Trace)
	span.Set("orderd.letter", e.ID)
	span.SetInt("orderd.attempt", e.Attempts)
	err := d.send(ctx, conn, &e)
	span.End(err)
	return sendResult{conn: conn, email: e, err: err, unknown: err != nil && d.sendCtx.Err() != nil}
}

// send renders the email, sends it and marks it with the outcome. A panic counts as a permanent
// error, so that one email can't end the process again and again.
func (d *deliverer) send(ctx context.Context, conn *smtpConn, e *email) (err error) {
	var r rendered
	defer func() {
		if p := recover(); p != nil {
			conn.close()
			err = permanentError{fmt.Errorf("panic: %v", p)}
		}
		if now := d.Clock.Now(); err == nil {
			e.markSent(now)
		} else {
			reason := d.server.redact(err, e.Recipient, r.Code)
			e.markAttemptFailed(reason, errors.As(err, new(permanentError)), now)
		}
	}()
	if r, err = d.renderer().render(*e); err != nil {
		return permanentError{err}
	}
	message, err := r.message(d.sender(), *e, d.Clock.Now())
	if err != nil {
		return err
	}
	if err := d.attach(ctx, message, r.Attachments); err != nil {
		return err
	}
	return conn.send(ctx, message)
}

// attach attaches the files of an email. One that is not there any more never comes back.
func (d *deliverer) attach(ctx context.Context, m *gomail.Msg, all []attachment) error {
	for _, a := range all {
		content, err := files.Read(ctx, d.DB, a.SHA256)
		if fault.Is(err, fault.NotFound) {
			return permanentError{fmt.Errorf("the file %s is not there", a.Name)}
		}
		if err != nil {
			return err
		}
		err = m.AttachReader(a.Name, bytes.NewReader(content), gomail.WithFileContentType(gomail.ContentType(a.Type)))
		if err != nil {
			return err
		}
	}
	return nil
}
