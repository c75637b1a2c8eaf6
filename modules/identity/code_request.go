package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/onetimecode"
)

// codeRequest is a request for a one-time code for an address.
type codeRequest struct {
	AddressID string // pseudonym.Key.OfEmail
	Network   string // httpapi.NetworkDigest of the caller
	Mail      bool   // a mail may leave; else the address has had those of the hour
}

// takeCodeMail counts a request for a code against the limit, by the address and the client's
// network, and reports whether a mail may leave for it. It returns fault.RateLimited over the
// limit. The mails are limited by the address alone, without a word to the caller: requests from
// many networks fill no mailbox, and keep no owner out, who has a mail with the code by then.
func takeCodeMail(
	ctx context.Context, limits *httpapi.Router, limit string, purpose onetimecode.Purpose, addressID string,
) (bool, error) {
	if err := limits.TakeToken(ctx, limit, addressID+"/"+httpapi.NetworkDigest(ctx)); err != nil {
		return false, err
	}
	return limits.HasToken(ctx, "code_mails", string(purpose)+"/"+addressID)
}

// publish publishes the event, which sends a mail, or that none leaves.
func (r codeRequest) publish(
	ctx context.Context, tx *gorm.DB, purpose onetimecode.Purpose, mailing eventbus.Event,
) error {
	if !r.Mail {
		mailing = r.withheldEvent(purpose)
	}
	return eventbus.Publish(ctx, tx, mailing)
}

func (r codeRequest) withheldEvent(purpose onetimecode.Purpose) events.CodeWithheld {
	return events.CodeWithheld{AddressID: r.AddressID, Purpose: events.CodePurpose(purpose)}
}
