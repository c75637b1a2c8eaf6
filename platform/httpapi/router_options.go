package httpapi

import (
	"cmp"
	"context"
	"crypto/rand"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/locale"
	"orderd/platform/ratelimit"
	"orderd/platform/secret"
	"orderd/platform/tracing"
)

// Options of an API.
type Options struct {
	DB        *gorm.DB
	Authority *auth.Authority
	Clock     clock.Clock // nil means the system's
	Log       *zap.Logger // nil means none
	// Secret keys NetworkDigest; an empty one means a random one of this router's.
	Secret         secret.Keyring
	PublicURL      string
	TrustedProxies []string
	CORSOrigins    []string
	// CookieOrigins are allowed like CORSOrigins, and their pages may use cookies, too: those of
	// AllowCookieHeader. Browsers send them from pages of the same site alone.
	CookieOrigins []string
	// SharedCache is how long caches that many callers share may keep what Cached answers to callers
	// without a token; 0: they ask again each time.
	SharedCache time.Duration
	// LoopbackOrigins allows the pages that this machine serves, too: for dev mode.
	LoopbackOrigins bool
	// Hosts are the names that the service answers to; a request for another host gets a 421. nil:
	// every name.
	Hosts  Hosts
	Limits ratelimit.Limits
	// Title and Description introduce the API in the document; the title is on the pages of the
	// documentation too.
	Title, Description string
	Version            string // of the interface, in the document; "" means "1.0"
	// Tags are the tags of operations (Op.Tag) in the order in which they are read.
	Tags []Tag
	// Examples are exchanges for the document, by operation (Op.ID).
	Examples map[string]Example
	// Locale is the shop's language, for callers who name none of the service's; nil means English.
	Locale func() locale.Code
	// Locales are the languages that the shop speaks, as far as they are known; nil means those of
	// the service.
	Locales func() []string
	// Ready is asked by /readyz; nil means ready.
	Ready func(ctx context.Context) error
	// JWKS is the response of /.well-known/jwks.json; nil means no such path.
	JWKS func() []byte
	// Observer is called with every response; nil means none.
	Observer   Observer
	RequestLog RequestLog
	// Tracer begins the trace of a request, or goes on with the client's; nil makes none.
	Tracer *tracing.Tracer
	// ReadYourWrites is how long the response of a write waits at most for the read models; 0 means
	// the promised 250 ms. Tests, which look at once, set more: a busy machine may take longer.
	ReadYourWrites time.Duration
}

// withDefaults fills in what may be left out.
func (o Options) withDefaults() Options {
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	if o.Observer == nil {
		o.Observer = unobserved{}
	}
	if o.Secret.Empty() {
		o.Secret = secret.New(rand.Text())
	}
	o.ReadYourWrites = cmp.Or(o.ReadYourWrites, readYourWrites)
	return o
}
