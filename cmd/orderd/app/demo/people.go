package demo

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"orderd/cmd/orderd/app/client"
)

// person is a caller of the service.
type person struct {
	client.Client
	name, fullName, email, password string
	id                              string
	points                          int64 // what they should have
}

// visitor calls without an account.
func (d *day) visitor() *person {
	return &person{name: "Visitor", Client: client.Client{Base: d.url, MaxWait: maxWait}}
}

// newCustomer is a person of this day who has no account yet.
func (d *day) newCustomer(name, fullName string) *person {
	p := d.visitor()
	p.name, p.fullName, p.password = name, fullName, "a phrase for the demo of "+name
	p.email = strings.ToLower(name) + "." + d.id + "@example.com"
	return p
}

// register gives six customers an account: with the code that was mailed, an address and a welcome.
func (d *day) register() {
	d.ada, d.ben, d.chloe = d.newCustomer("Ada", "Ada Brandt"), d.newCustomer("Ben", "Ben Okafor"),
		d.newCustomer("Chloe", "Chloé Martin")
	d.dieter, d.emma, d.finn = d.newCustomer("Dieter", "Dieter Vogel"), d.newCustomer("Emma", "Emma Lind"),
		d.newCustomer("Finn", "Finn Jansen")
	for i, p := range []*person{d.ada, d.ben, d.chloe, d.dieter, d.emma, d.finn} {
		locale := "en"
		if p == d.dieter {
			locale = "de"
		}
		registered := post[object](d, p, "/v1/auth/register", object{
			"email": p.email, "password": p.password, "fullName": p.fullName, "locale": locale,
		})
		d.useSession(p, post[session](d, p, "/v1/auth/verify-email", object{
			"email": p.email, "code": d.mailedCode(p, sixDigits), "registrationId": registered["registrationId"],
		}))
		d.saveAddress(p, fmt.Sprintf("Lindenallee %d", i+1))
		d.awaitNotification(p, "welcome")
		d.printStep(p.name, "registers with the code from the mail", "", p.email)
	}
	d.check("the language of a mail to Dieter", strings.Contains(d.mails(d.dieter)[0].Subject, "Ihr"), true)
}

func (d *day) login(p *person) {
	d.useSession(p, post[session](d, p, "/v1/auth/login", object{"email": p.email, "password": p.password}))
}

func (d *day) useSession(p *person, s session) { p.Token, p.id = s.AccessToken, s.User.ID }

// saveAddress saves the person's address.
func (d *day) saveAddress(p *person, line1 string) {
	post[object](d, p, "/v1/users/me/addresses", object{
		"fullName": p.fullName, "line1": line1, "postalCode": "10119", "city": "Berlin", "country": "DE",
	})
}

var sixDigits, eightDigits = regexp.MustCompile(`\b\d{6}\b`), regexp.MustCompile(`\b\d{8}\b`)

// mailedCode is the one-time code of the newest mail to the person, when it is there.
func (d *day) mailedCode(p *person, digits *regexp.Regexp) (code string) {
	d.await("a code is mailed to "+p.name, func() error {
		for _, l := range d.mails(p) {
			if code = digits.FindString(l.Text); code != "" {
				return nil
			}
		}
		return fmt.Errorf("no code in %d mails", len(d.mails(p)))
	})
	return code
}

// mails are the mails that the person has got, newest first.
func (d *day) mails(p *person) []mail {
	return get[[]mail](d, d.visitor(), "/dev/mail.json?to="+url.QueryEscape(p.email))
}

// awaitMail waits for a mail with this text.
func (d *day) awaitMail(p *person, text string) {
	d.await(fmt.Sprintf("a mail to %s with %q", p.name, text), func() error {
		all := d.mails(p)
		for _, l := range all {
			if strings.Contains(l.Subject+"\n"+l.Text, text) {
				return nil
			}
		}
		return fmt.Errorf("%d other mails", len(all))
	})
}

// awaitNotification waits for a notification of this kind.
func (d *day) awaitNotification(p *person, kind string) {
	d.await("a notification to "+p.name+": "+kind, func() error {
		inbox := get[list[notification]](d, p, "/v1/notifications?limit=100")
		for _, n := range inbox.Data {
			if n.Kind == kind {
				return nil
			}
		}
		return fmt.Errorf("%d other notifications", inbox.Meta.Total)
	})
}
