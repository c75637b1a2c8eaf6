package httpapi

import (
	"cmp"
	"context"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"

	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// serve runs from where a path is known to where huma decodes: the checks, in their order, and the
// context of the handler.
func (o *operation) serve(hc huma.Context, next func(huma.Context)) {
	c := humagin.Unwrap(hc)
	q := requestFrom(c)
	if o.owner.elsewhere {
		o.router.fail(c, misdirected())
		return
	}
	q.secret, q.consumes = o.op.Secret, cmp.Or(o.op.Consumes, jsonType)
	replayed, err := o.preflight(c, q)
	defer q.upload.close()
	switch {
	case err != nil:
		o.fail(c, q, err)
	case replayed != nil:
		replayed.send(c)
	default:
		ctx, cancel := o.lifetime(c.Request.Context())
		defer cancel()
		c.Request = c.Request.WithContext(o.callerContext(ctx, q))
		next(hc)
	}
}

// preflight is the checks of a request that come before its operation. What is wrong with its
// content is left in q.faults, to be answered together with what the operation's own check finds.
// Whether the request was answered before is looked up by Commit, or else by fail.
func (o *operation) preflight(c *gin.Context, q *request) (replayed *response, err error) {
	if err := o.identifyStorefront(c.Request, q); err != nil {
		return nil, err
	}
	if err := o.limitAddress(c, q); err != nil {
		return nil, err
	}
	if err := o.authenticate(c.Request, q); err != nil {
		return nil, err
	}
	if err := o.limitCaller(c, q); err != nil {
		return nil, err
	}
	if err := checkPath(c); err != nil {
		return nil, err
	}
	if o.op.Consumes != "" {
		return o.preflightUpload(c, q)
	}
	var v validator
	var b body
	if isWrite(o.op.Method) {
		b = readBody(c.Writer, c.Request, cmp.Or(o.op.MaxBody, maxBody))
		content, given, err := b.parse(c.Request, o.bodyRequired)
		q.key = o.readKey(c.Request, q, string(b.bytes), o.bodySubject(content), &v)
		if err != nil {
			return nil, err
		}
		o.joinIfMatch(c.Request, &v)
		o.checkParams(c.Request, &v)
		if given {
			v.value(o.body, content, "")
		}
	} else {
		o.checkParams(c.Request, &v)
	}
	if q.faults = v.faults; len(v.faults) > 0 {
		makeReadable(c.Request, b.bytes, v.faults)
	}
	return nil, nil
}

// preflightUpload is the rest of preflight for an operation that takes an upload.
func (o *operation) preflightUpload(c *gin.Context, q *request) (replayed *response, err error) {
	if o.op.maxFile > 0 {
		q.upload, err = receiveForm(c.Writer, c.Request, o.op.maxFile)
	} else {
		q.upload, err = receive(c.Writer, c.Request)
	}
	if err != nil {
		return nil, err
	}
	var v validator
	if q.key = o.readKey(c.Request, q, string(q.upload.sum[:]), "", &v); q.key != nil {
		if replayed, err = o.replay(c, q.key); replayed != nil || err != nil {
			return replayed, err
		}
	}
	if err := q.upload.check(c, o.op); err != nil {
		return nil, err
	}
	o.checkParams(c.Request, &v)
	q.faults = append(v.faults, q.upload.faults...)
	return nil, nil
}

func (o *operation) replay(c *gin.Context, key *idempotencyKey) (*response, error) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), o.router.answerTime)
	defer cancel()
	return key.replay(o.router.db.WithContext(ctx), o.router.clock.Now())
}

// lifetime is how long the operation may take: answerTime, or for a stream until the service shuts
// down.
func (o *operation) lifetime(ctx context.Context) (context.Context, context.CancelFunc) {
	if !o.op.streaming {
		return context.WithTimeout(ctx, o.router.answerTime)
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(o.router.draining, cancel)
	return ctx, func() { stop(); cancel() }
}

// callerContext is ctx with the caller, for the handler and for the events that it publishes.
func (o *operation) callerContext(ctx context.Context, q *request) context.Context {
	cause := eventbus.Cause{RequestID: q.id, Actor: eventbus.ActorAnonymous, Barrier: id.New()}
	if q.caller != nil {
		ctx = auth.With(ctx, *q.caller)
		cause.Actor = q.caller.Actor()
	}
	return eventbus.WithCause(ctx, cause)
}

// fail answers with a fault, unless the request was answered before under its Idempotency-Key: the
// stored response comes before what is wrong with the content, and before what the operation finds
// wrong now that its effect is there.
func (o *operation) fail(c *gin.Context, q *request, err error) {
	if q.key != nil {
		replayed, unknown := o.replay(c, q.key)
		if replayed != nil {
			o.send(c, replayed)
			return
		}
		if unknown != nil {
			err = unknown
		}
	}
	o.router.fail(c, err)
}
