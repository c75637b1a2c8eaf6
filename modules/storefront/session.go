package storefront

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"orderd/platform/secret"
)

// session is what a visitor has of their own. It stands sealed in one cookie: nobody can read or
// change it, and there is nothing to store.
type session struct {
	// CartToken opens a guest's cart.
	CartToken string `json:"c,omitempty"`
	// Items is the number on the cart's sign, as of its last answer.
	Items int `json:"i,omitempty"`
	// Added is the key of the form that was the last to put something into the cart.
	Added string `json:"k,omitempty"`
	// Access and Refresh are the tokens of a visitor who is signed in, and when they end.
	Access      string    `json:"a,omitempty"`
	AccessEnds  time.Time `json:"ae,omitzero"`
	Refresh     string    `json:"r,omitempty"`
	RefreshEnds time.Time `json:"re,omitzero"`
	// AccountID is that of the visitor's account.
	AccountID string `json:"u,omitempty"`
	// Name is the visitor's, for the sign of the account.
	Name string `json:"n,omitempty"`
	// Wholesale is whether the account buys at wholesale prices.
	Wholesale bool `json:"w,omitempty"`
	// Orders are those made without an account, newest last.
	Orders []orderGrant `json:"o,omitempty"`
	// Application is the last one for wholesale prices whose state the visitor may see.
	Application *applicationGrant `json:"p,omitempty"`
	// Pending is the code that the visitor is asked for.
	Pending *pending `json:"d,omitempty"`
	// Flash is what the next page says of the form that was sent.
	Flash *flash `json:"f,omitempty"`
	// Ended is the account whose session was ended elsewhere, and not by its owner here.
	Ended *endedSession `json:"e,omitempty"`
	// Typed is what stood in the form with which the visitor went to log in.
	Typed *keptForm `json:"h,omitempty"`
}

// orderGrant is the token that opens an order.
type orderGrant struct {
	ID    string `json:"i"`
	Token string `json:"t"`
}

// applicationGrant is what opens the state of an application.
type applicationGrant struct {
	ID    string `json:"i"`
	Email string `json:"e"`
}

// pending is a code that is asked for: kept, so that its page can be loaded again.
type pending struct {
	Kind  pendingKind `json:"k"`
	Since time.Time   `json:"s"`
	// Email is where the code was mailed to.
	Email string `json:"e,omitempty"`
	// ID is that of the registration, the challenge, the change or the look-up.
	ID string `json:"i"`
	// Number is the order's that is looked for.
	Number string `json:"u,omitempty"`
	// To is the page on which the visitor goes on; "" is the account.
	To string `json:"t,omitempty"`
	// Methods are those of a second factor.
	Methods []string `json:"m,omitempty"`
}

// pendingKind is what a code is for.
type pendingKind string

// What codes are for.
const (
	pendingRegistration pendingKind = "register"
	pendingPassword     pendingKind = "password"
	pendingFactor       pendingKind = "factor"
	pendingEmail        pendingKind = "email"
	pendingOrder        pendingKind = "order"
)

// pendingAge is how long a code is asked for: longer than any is good for.
const pendingAge = time.Hour

// endedSession says whose session was ended, and when that was found.
type endedSession struct {
	AccountID string    `json:"u"`
	Since     time.Time `json:"s"`
}

// keptForm is a form that waits until its visitor has logged in.
type keptForm struct {
	// Page is the path of its page, without the language.
	Page  string    `json:"p"`
	Since time.Time `json:"s"`
	// AccountID is that of the account that filled it in, whose session has ended; "" is a guest.
	AccountID string `json:"u,omitempty"`

	Values map[string]string `json:"v"`
}

// flash is a text of the next page, by its key below "said.".
type flash struct {
	Key string `json:"k"`
	N   int    `json:"n,omitempty"` // of things, for a text that counts; else 0
}

// mostGrants is how many orders the cookie holds at most.
const mostGrants = 4

// longestCookie is how long the text of a cookie may be: browsers refuse one that has more than
// 4 096 bytes with its name and attributes.
const longestCookie = 3900

// cookieAge is how long a cookie is kept after its last change: as long as a guest's cart.
const cookieAge = 30 * 24 * time.Hour

// sealPurpose is for what the key of the cookies is derived.
const sealPurpose = "storefront session"

func (s *session) isEmpty() bool {
	return s.CartToken == "" && s.Refresh == "" && len(s.Orders) == 0 && s.Application == nil && s.Pending == nil &&
		s.Flash == nil && s.Typed == nil && s.Ended == nil
}

// signedIn reports whether the visitor has an account's session.
func (s *session) signedIn() bool { return s.Refresh != "" }

// grantOf is the token of an order without an account, or "".
func (s *session) grantOf(orderID string) string {
	for _, g := range s.Orders {
		if g.ID == orderID {
			return g.Token
		}
	}
	return ""
}

// grant keeps the token of an order, in place of the oldest when there are too many.
func (s *session) grant(orderID, token string) {
	s.Orders = slices.DeleteFunc(s.Orders, func(g orderGrant) bool { return g.ID == orderID })
	s.Orders = append(s.Orders, orderGrant{ID: orderID, Token: token})
	if over := len(s.Orders) - mostGrants; over > 0 {
		s.Orders = s.Orders[over:]
	}
}

// signOut forgets the account. What a guest has stays.
func (s *session) signOut() {
	*s = session{CartToken: s.CartToken, Orders: s.Orders, Application: s.Application}
}

// shrink leaves out what can best be missed, for a cookie that is too long: it reports whether
// there was anything.
func (s *session) shrink() bool {
	switch {
	case s.Typed != nil:
		s.Typed = nil
	case s.Ended != nil:
		s.Ended = nil
	case len(s.Orders) > 1:
		s.Orders = slices.Clone(s.Orders[1:])
	case s.Application != nil:
		s.Application = nil
	case len(s.Orders) > 0:
		s.Orders = nil
	case s.Name != "":
		s.Name = ""
	case s.Pending != nil && s.signedIn():
		s.Pending = nil
	default:
		return false
	}
	return true
}

// seal encrypts sessions with AES-256-GCM under a key for each secret: the first one seals, all of
// them open.
type seal struct{ keys []cipher.AEAD }

func newSeal(secrets secret.Keyring) seal {
	var s seal
	for key := range secrets.MACs(sealPurpose) {
		block, err := aes.NewCipher(key)
		if err != nil {
			panic("storefront: " + err.Error()) // a MAC has 32 bytes
		}
		sealed, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			panic("storefront: " + err.Error()) // AES has the block size of GCM
		}
		s.keys = append(s.keys, sealed)
	}
	return s
}

// close is the session as the text of a cookie.
func (s seal) close(v session) (string, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sealed := s.keys[0].Seal(nil, nil, plain, nil) //nolint:gosec // NewGCMWithRandomNonce makes the nonce
	return base64.RawURLEncoding.EncodeToString(sealed), nil
}

// open is the session of a cookie's text; an empty one for a text that was not sealed here.
func (s seal) open(text string) (v session) {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return session{}
	}
	for _, key := range s.keys {
		if plain, err := key.Open(nil, nil, sealed, nil); err == nil {
			if json.Unmarshal(plain, &v) == nil {
				return v
			}
			return session{}
		}
	}
	return session{}
}

// cookieName has the prefix that binds a cookie to this host and to https, where that is spoken.
func (s *site) cookieName() string {
	if s.https {
		return "__Host-shop"
	}
	return "shop"
}

// readSession is the session of a request's cookie, without what was kept for a login that has not
// come.
func (s *site) readSession(r *http.Request) session {
	c, err := r.Cookie(s.cookieName())
	if err != nil {
		return session{}
	}
	v, now := s.seal.open(c.Value), s.clock.Now()
	if v.Ended != nil && now.Sub(v.Ended.Since) > pendingAge {
		v.Ended = nil
	}
	if v.Typed != nil && now.Sub(v.Typed.Since) > pendingAge {
		v.Typed = nil
	}
	return v
}

// writeSession sets the cookie, or takes it away when there is nothing to keep.
func (s *site) writeSession(w http.ResponseWriter, v session) error {
	c := &http.Cookie{ //nolint:gosec // without https a browser would drop a Secure cookie
		Name: s.cookieName(), Path: "/", HttpOnly: true, Secure: s.https, SameSite: http.SameSiteLaxMode,
		MaxAge: int(cookieAge.Seconds()),
	}
	if v.isEmpty() {
		c.MaxAge = -1
	} else {
		text, err := s.seal.close(v)
		for err == nil && len(text) > longestCookie && v.shrink() {
			text, err = s.seal.close(v)
		}
		if err != nil {
			return err
		}
		c.Value = text
	}
	http.SetCookie(w, c)
	return nil
}

// newKey is the idempotency key of a form.
func newKey() string { return rand.Text() }
