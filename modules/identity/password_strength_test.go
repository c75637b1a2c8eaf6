package identity

import (
	"slices"
	"testing"

	"orderd/test/kit"
)

func requireWeak(t *testing.T, what string, a kit.Answer, pointer string) {
	t.Helper()
	if a.Require(t, 422, "validation_failed"); !slices.Equal(a.Pointers(), []string{pointer + " not_allowed"}) {
		t.Errorf("%s: %v", what, a.Pointers())
	}
}

// Passwords that are made of names and the email are refused at every operation that sets one. The
// code that came with one stays good.
func TestPasswordsMadeOfNamesAreRefused(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		weak := []string{"ada-lovelace", "AdaLovelace2024", "lovelace.analytical1815", "kaffeehaus2024", "Wien-Kaffeehaus!",
			"kaffeehaus-ada-lovelace", "analytical-1843"}
		const email = "countess@analytical.example"
		for _, text := range weak {
			requireWeak(t, "register "+text, h.post(t, "register", object{"email": email, "password": text, "fullName": "Ada Lovelace"}),
				"/password")
		}
		ada := h.customer(t, email)
		h.post(t, "forgot-password", object{"email": email}).Require(t, 202)
		code := h.codeOf(t, "user_id", ada.ID)
		for _, text := range []string{"kaffeehaus2024", "analytical-1843", "ada-lovelace", "AdaLovelace2024"} {
			requireWeak(t, "set "+text, h.post(t, "set-password", object{"email": email, "code": code, "password": text}), "/password")
		}
		ada = h.session(t, h.post(t, "set-password", object{"email": email, "code": code, "password": "nine bridges at dawn"}))
		for _, text := range weak {
			requireWeak(t, "change to "+text, ada.Do(t, "POST", "/v1/auth/change-password",
				object{"currentPassword": "nine bridges at dawn", "newPassword": text}), "/newPassword")
		}
		ada.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": "nine bridges at dawn", "newPassword": goodPassword}).
			Require(t, 204)
	})
}
