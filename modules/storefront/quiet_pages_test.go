package storefront

import (
	"net/http"
	"testing"
)

// A session that was ended elsewhere is over on every page that shows the account, also on those
// that need to ask for nothing.
func TestEndOfASessionOnQuietPages(t *testing.T) {
	t.Parallel()
	ended := refuses(http.StatusUnauthorized, "unauthenticated")
	v := newVisitors(t, ownURL, script{"GET /v1/users/me": ended})
	cookie := v.cookie(v.signedIn("Ada Lovelace"))
	for path, leads := range map[string]string{
		"/account/data": "/login?to=%2Faccount%2Fdata", "/account/password": "/login?to=%2Faccount%2Fpassword",
		"/account/email": "/login?to=%2Faccount%2Femail", "/account/addresses/new": "/login?to=%2Faccount%2Faddresses%2Fnew",
	} {
		mustLead(t, v.get(path, cookie), leads)
	}
	for _, path := range []string{"/orders/find", "/wholesale/find", "/withdraw"} {
		r := v.get(path, cookie)
		mustShow(t, r, http.StatusOK, "You have been logged out.")
		if kept := v.kept(r); kept == nil || kept.signedIn() {
			t.Errorf("%s leaves %+v", path, kept)
		}
	}
}
