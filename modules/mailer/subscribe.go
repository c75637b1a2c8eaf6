package mailer

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/onetimecode"
)

func (s *service) subscribe(bus *eventbus.Bus) {
	letters := eventbus.Consumer{Name: "mailer.letters"}
	eventbus.On(bus, letters, queues(s, func(e identity.RegistrationRequested) draft {
		// Not the name: whoever registers the address chooses it, and would write to the owner with it.
		return draft{"registration_code", e.Email, e.Locale, e.RegistrationID, e.ChallengeID, onetimecode.Registration, values{RequestedAt: moment(e.RequestedAt)}}
	}))
	eventbus.On(bus, letters, queues(s, func(e identity.RegistrationRefused) draft {
		return draft{Kind: "account_exists", To: e.Email, Locale: e.Locale, About: e.UserID, Values: values{Name: e.FullName}}
	}))
	eventbus.On(bus, letters, queues(s, func(e identity.RegistrationUnclear) draft {
		return draft{Kind: "register_again", To: e.Email, Locale: e.Locale, About: e.AddressID}
	}))
	eventbus.On(bus, letters, queues(s, func(e identity.PasswordCodeRequested) draft {
		return draft{"password_code", e.Email, e.Locale, e.UserID, e.ChallengeID, onetimecode.Password, values{Name: e.FullName}}
	}))
	eventbus.On(bus, letters, queues(s, func(identity.PasswordCodeRefused) draft {
		return draft{} // heard all the same: to ask for a code takes as long for an address without an account
	}))
	eventbus.On(bus, letters, queues(s, func(e identity.PasswordChanged) draft {
		if e.First {
			return draft{} // the one who has just set it knows
		}
		return draft{Kind: "password_changed", To: e.Email, Locale: e.Locale, About: e.UserID, Values: values{Name: e.FullName, How: string(e.How)}}
	}))
	eventbus.On(bus, letters, queues(s, func(e identity.WholesaleAccessGranted) draft {
		return draft{"wholesale_approved", e.Email, e.Locale, e.UserID, e.ChallengeID, onetimecode.Password,
			values{Name: e.FullName, BusinessName: e.BusinessName, TrackingID: e.TrackingID, NewAccount: e.NewAccount}}
	}))
	eventbus.On(bus, letters, queues(s, func(e wholesale.ApplicationSubmitted) draft {
		return draft{Kind: "wholesale_received", To: e.ContactEmail, Locale: e.Locale, About: s.Pseudonyms.OfEmail(e.ContactEmail),
			Values: values{Name: e.ContactFullName, TrackingID: e.TrackingID}}
	}))
	eventbus.On(bus, letters, queues(s, func(e wholesale.ApplicationRejected) draft {
		return draft{Kind: "wholesale_rejected", To: e.ContactEmail, Locale: e.Locale, About: s.Pseudonyms.OfEmail(e.ContactEmail),
			Values: values{Name: e.ContactFullName, BusinessName: e.BusinessName, TrackingID: e.TrackingID, Reason: e.Reason}}
	}))
	eventbus.On(bus, letters, queues(s, func(e wholesale.InfoRequested) draft {
		return draft{Kind: "wholesale_question", To: e.ContactEmail, Locale: e.Locale, About: s.Pseudonyms.OfEmail(e.ContactEmail),
			Values: values{Name: e.ContactFullName, BusinessName: e.BusinessName, TrackingID: e.TrackingID, Question: e.Question}}
	}))
	s.orders(bus, letters)

	erasure := eventbus.Consumer{Name: "mailer.erasure"}
	eventbus.On(bus, erasure, func(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
		return erase(tx, m.Event)
	})
}

// queues makes a handler that queues the letter that write makes of the event. No letter comes of a draft without a recipient:
// the event causes none, or the personal fields of the event have been erased meanwhile.
func queues[E eventbus.Event](s *service, write func(E) draft) eventbus.Handler[E] {
	return func(_ context.Context, tx *gorm.DB, m eventbus.Message[E]) error {
		d := write(m.Event)
		if d.To == "" {
			return nil
		}
		l, err := d.post(s.Pseudonyms.OfEmail(d.To), m.ID, m.RequestID, domain(s.from), s.Clock.Now())
		if err != nil {
			return err
		}
		if gone, err := isErased(tx, l, m.OccurredAt); err != nil || gone {
			return err
		}
		if err := insert(tx, l); err != nil {
			return err
		}
		database.AfterCommit(tx, s.nudge)
		return nil
	}
}
