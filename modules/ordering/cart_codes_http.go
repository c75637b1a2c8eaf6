package ordering

import (
	"context"

	"go.uber.org/zap"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The limits of wrong codes, which keep codes from being found by guessing. A user counts alone, so
// that no other caller keeps them from using a code. A guest counts by cart and by network: a new
// cart costs nothing.
const (
	limitCodes          = "promotion_codes"
	limitCodesAnonymous = "promotion_codes_anonymous"
)

// codeLimit is a limit and the key that the caller is counted by.
type codeLimit struct{ name, key string }

func codeLimitsOf(ctx context.Context, o cartOwner) []codeLimit {
	if o.UserID != "" {
		return []codeLimit{{limitCodes, o.UserID}}
	}
	return []codeLimit{{limitCodesAnonymous, httpapi.NetworkDigest(ctx)}, {limitCodes, o.TokenHash}}
}

// limitCodeAttempts runs try, which adds a code, and counts it when the code can't be used. After
// too many of those it returns RateLimited, whatever the code. It counts before it runs try, so
// that of many codes at once no more than the limit are tried, and uncounts afterwards.
func (a *api) limitCodeAttempts(
	ctx context.Context, try func() (*httpapi.Reply[cartView], error),
) (*httpapi.Reply[cartView], error) {
	limits := codeLimitsOf(ctx, a.callerOf(ctx))
	for i, l := range limits {
		if err := a.limits.TakeToken(ctx, l.name, l.key); err != nil {
			a.uncount(ctx, limits[:i])
			return nil, err
		}
	}
	reply, err := try()
	if !fault.Is(err, codeDiscountNotApplicable) {
		a.uncount(ctx, limits)
	}
	return reply, err
}

func (a *api) uncount(ctx context.Context, limits []codeLimit) {
	for _, l := range limits {
		if err := a.limits.ReturnToken(ctx, l.name, l.key); err != nil {
			a.Log.Warn("a code that can be used counts as one that can't", zap.Error(err))
		}
	}
}
