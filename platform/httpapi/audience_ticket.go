package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/auth"
)

// Ticket is a parameter of the query that stands in for the access token of an operation for User:
// for browsers' EventSource, which can send no header. The input has a field for it.
type Ticket struct {
	Param       string // "ticket"
	Description string // of the security scheme
	// Redeem is the caller whose ticket it is, or auth.ErrToken. An address ends up in logs and
	// histories: a ticket is short-lived, and good once.
	Redeem func(ctx context.Context, ticket string) (auth.Principal, error)
}

func (t *Ticket) scheme() string { return t.Param }

// allowTicket adds the ticket to the document.
func (r *Router) allowTicket(t *Ticket) {
	r.api.OpenAPI().Components.SecuritySchemes[t.scheme()] = &huma.SecurityScheme{
		Type: "apiKey", In: "query", Name: t.Param, Description: t.Description,
	}
}

// ticketOf is the ticket of a request that has no token, or "".
func (o *operation) ticketOf(r *http.Request) string {
	if o.op.Ticket == nil || hasBearer(r) {
		return ""
	}
	return r.URL.Query().Get(o.op.Ticket.Param)
}

// identify is the caller to whom the token of a request belongs, or its ticket.
func (o *operation) identify(r *http.Request) (auth.Principal, error) {
	ticket := o.ticketOf(r)
	if ticket == "" {
		return o.router.authority.Verify(bearer(r))
	}
	ctx, cancel := context.WithTimeout(r.Context(), o.router.answerTime)
	defer cancel()
	return o.op.Ticket.Redeem(ctx, ticket)
}
