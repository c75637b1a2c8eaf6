package identity

import (
	"slices"
	"testing"

	"orderd/test/kit"
)

func refuseWeak(t *testing.T, what string, a kit.Answer, pointer string) {
	t.Helper()
	if a.Require(t, 422, "validation_failed"); !slices.Equal(a.Pointers(), []string{pointer + " not_allowed"}) {
		t.Errorf("%s: %v", what, a.Pointers())
	}
}

// Passwords that are made of what everybody knows are refused wherever one is chosen; the code that came with one stays good.
func TestPasswordsMadeOfNamesAreRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		weak := []string{"ada-lovelace", "AdaLovelace2024", "lovelace.analytical1815", "kaffeehaus2024", "Wien-Kaffeehaus!", "kaffeehaus-ada-lovelace", "analytical-1843"}
		const email = "countess@analytical.example"
		for _, text := range weak {
			refuseWeak(t, "register "+text, h.post(t, "register", object{"email": email, "password": text, "fullName": "Ada Lovelace"}), "/password")
		}
		ada := h.customer(t, email)
		h.post(t, "forgot-password", object{"email": email}).Require(t, 202)
		code := h.codeOf(t, "user_id", ada.ID)
		for _, text := range []string{"kaffeehaus2024", "analytical-1843", "ada-lovelace", "AdaLovelace2024"} {
			refuseWeak(t, "set "+text, h.post(t, "set-password", object{"email": email, "code": code, "password": text}), "/password")
		}
		ada = h.session(t, h.post(t, "set-password", object{"email": email, "code": code, "password": "nine bridges at dawn"}))
		for _, text := range weak {
			refuseWeak(t, "change to "+text, ada.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": "nine bridges at dawn", "newPassword": text}), "/newPassword")
		}
		ada.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": "nine bridges at dawn", "newPassword": phrase}).Require(t, 204)
	})
}
