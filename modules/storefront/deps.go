package storefront

import (
	"net/http"

	"go.uber.org/zap"

	"orderd/platform/clock"
	"orderd/platform/secret"
)

// Config is what the configuration says of the pages.
type Config struct {
	// ThemeDir is the folder of the shop's theme; "" is none.
	ThemeDir string
}

// Deps are what the pages need.
type Deps struct {
	Config Config
	// API answers the requests below /v1. It counts them for the visitor whose address stands in
	// their X-Visitor-Address.
	API http.RoundTripper
	// Address is the visitor's address of a request to the pages.
	Address func(*http.Request) string
	Clock   clock.Clock // nil is the system's
	Log     *zap.Logger // nil is none
	// PublicURL is http.public_url: the pages name it as their own address.
	PublicURL string
	// APIURL is the address of API, without /v1; "" is that of PublicURL.
	APIURL string
	// Admin is the address of the back office, where an empty shop leads whoever looks at it from
	// there. "" leads nowhere.
	Admin string
	// Dev leads every visitor of an empty shop there: nothing tells staff from strangers.
	Dev bool
	// Streams is whether API stands at the origin of the pages, below /v1: then their script opens
	// streams there. Else it asks the pages from time to time.
	Streams bool
	// StaffOrigin is where the back office is, which shows previews; "" is where the pages are.
	StaffOrigin string
	// Secret seals the visitors' cookies.
	Secret secret.Keyring
}
