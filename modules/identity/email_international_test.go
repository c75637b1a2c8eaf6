package identity

import (
	"testing"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// An address with an international domain is one account in every spelling, mails go to its ASCII
// form, and people see its letters. What only looks like ASCII is no address.
func TestInternationalAddresses(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const letters, ascii = "ada@müller.example", "ada@xn--mller-kva.example"
		log := eventbustest.Record(t, h.DB)
		registrationID, code := h.register(t, " Ada@MÜLLER.example ")
		if sent := eventbustest.Of[events.RegistrationRequested](log); len(sent) != 1 || sent[0].Email != ascii {
			t.Errorf("%+v", sent)
		}
		verify := object{"email": ascii, "code": code, "registrationId": registrationID}
		ada := h.session(t, h.post(t, "verify-email", verify))
		for _, spelling := range []string{letters, ascii, "ADA@mu\u0308ller.EXAMPLE"} {
			h.login(t, spelling, goodPassword).Require(t, 200).RequireFields(t, kit.Fields{"user.email": letters, "user.id": ada.ID})
		}
		admin := h.admin(t, "admin@example.com")
		for _, q := range []string{"m%C3%BCller", "xn--mller"} {
			admin.Do(t, "GET", "/v1/admin/users?q="+q, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1, "data.0.email": letters})
		}
		for _, none := range []string{"k\u00e4the@example.com", "\u212aathe@example.com", "ada@\u212aaffee.example", "ada@ｅxample.com",
			"ada@xn--a.example"} {
			h.post(t, "login", object{"email": none, "password": goodPassword}).Require(t, 422, "validation_failed")
		}
	})
}
