package ordering

import (
	"context"

	"go.uber.org/zap"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The limits of codes that can't be used, so that nobody finds codes by guessing. A user counts alone, and so no other caller keeps
// them from using a code. A guest counts by cart, and by the client's network too: carts are free to have.
const (
	limitCodes          = "promotion_codes"
	limitCodesAnonymous = "promotion_codes_anonymous"
)

// codeLimit is a limit and what the caller counts by.
type codeLimit struct{ name, key string }

func codeLimitsOf(ctx context.Context) []codeLimit {
	o := caller(ctx)
	if o.UserID != "" {
		return []codeLimit{{limitCodes, o.UserID}}
	}
	return []codeLimit{{limitCodesAnonymous, httpapi.NetworkDigest(ctx)}, {limitCodes, o.TokenHash}}
}

// limitCodes tries a code, and counts it only when it can't be used. It returns RateLimited, whatever the code is, after too many
// of those. It counts before it tries, so that of many codes at once no more than the limit are looked at.
func (s *service) limitCodes(ctx context.Context, try func() (*httpapi.Reply[cartView], error)) (*httpapi.Reply[cartView], error) {
	limits := codeLimitsOf(ctx)
	for i, l := range limits {
		if err := s.limits.Take(ctx, l.name, l.key); err != nil {
			s.giveBack(ctx, limits[:i])
			return nil, err
		}
	}
	reply, err := try()
	if !fault.Is(err, fault.CodeNotApplicable) {
		s.giveBack(ctx, limits)
	}
	return reply, err
}

func (s *service) giveBack(ctx context.Context, limits []codeLimit) {
	for _, l := range limits {
		if err := s.limits.GiveBack(ctx, l.name, l.key); err != nil {
			s.Log.Warn("a code that can be used counts as one that can't", zap.Error(err))
		}
	}
}
