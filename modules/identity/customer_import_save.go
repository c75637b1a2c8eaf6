package identity

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// customerOutcome is what became of a customer of a file.
type customerOutcome int

const (
	customerRejected customerOutcome = iota
	customerCreated
	customerUpdated
	customerUnchanged
)

// mergedCustomer is what the rows of a file say of one customer, and what became of it.
type mergedCustomer struct {
	importedCustomer
	addressID string // pseudonym.Key.OfEmail
	lines     []*customerLine

	mayPromote bool // customerImporter.mayPromote

	outcome  customerOutcome
	refusal  string // why it was rejected
	warnings []customerWarning
}

// customerWarning is a warning about the field in the customer's first row.
type customerWarning struct{ field, detail string }

func (m *mergedCustomer) warn(field, detail string) {
	m.warnings = append(m.warnings, customerWarning{field, detail})
}

func (m *mergedCustomer) refuse(detail string) { m.refusal = detail }

// join adds what another row says. It adds an error to the line when that contradicts an earlier
// row, or says nothing more.
func (m *mergedCustomer) join(l *customerLine, c importedCustomer) {
	if len(m.lines) == 0 {
		m.importedCustomer = c
		return
	}
	first := m.lines[0].number
	for _, other := range []struct{ field, had, has string }{
		{"fullName", m.fullName, c.fullName}, {"phone", m.phone, c.phone}, {"locale", m.locale, c.locale},
		{"businessName", m.businessName, c.businessName},
	} {
		if other.has != "" && other.had != "" && other.has != other.had {
			l.addError(other.field, fault.NotAllowed, fmt.Sprintf("differs from line %d, which has the same email", first))
		}
	}
	for i := range c.addresses {
		c.addresses[i].postal.FullName = cmp.Or(c.addresses[i].postal.FullName, m.fullName)
	}
	isNew := func(a importedAddress) bool { return !slices.ContainsFunc(m.addresses, a.sameAs) }
	if !slices.ContainsFunc(c.addresses, isNew) {
		l.addError(l.emailField(), fault.NotAllowed, fmt.Sprintf("is the email of line %d too", first))
	}
	if len(l.errors) > 0 {
		return
	}
	for _, a := range c.addresses {
		if isNew(a) {
			m.addresses = append(m.addresses, a)
		}
	}
	m.fullName, m.phone = cmp.Or(m.fullName, c.fullName), cmp.Or(m.phone, c.phone)
	m.locale, m.businessName = cmp.Or(m.locale, c.locale), cmp.Or(m.businessName, c.businessName)
	m.isWholesale = m.isWholesale || c.isWholesale
}

// save makes an account of the customer, whose address is locked, or fills what the account of the
// address lacks. No mail is sent: the events that it publishes are those of which none is sent.
func (m *mergedCustomer) save(ctx context.Context, tx *gorm.DB, defaultLocale string, now time.Time) error {
	m.outcome, m.warnings, m.refusal = customerRejected, nil, ""
	u, known, err := lockUserByEmail(tx, m.email)
	switch {
	case err != nil:
		return err
	case known:
		return m.fill(ctx, tx, &u, now)
	}
	return m.create(ctx, tx, defaultLocale, now)
}

// create makes an account without a password: its owner gets in with a code that is mailed to the
// address. Who was erased is not brought back by a file from before.
func (m *mergedCustomer) create(ctx context.Context, tx *gorm.DB, defaultLocale string, now time.Time) error {
	erased, err := erasedSince(tx, m.addressID, time.Time{})
	if err != nil {
		return err
	}
	if erased {
		m.refuse("is the address of an account that was erased: it is not brought back")
		return nil
	}
	u := newUser(id.New(), m.email, m.nameOf(), cmp.Or(m.locale, defaultLocale), now)
	u.Phone = textOrNil(m.phone)
	if m.promotes(&u) {
		u.makeWholesale(m.businessOf(u.FullName), now)
	}
	err = insertUser(tx, &u, m.addressID, now)
	if fault.Is(err, codeInvalidCode) {
		m.refuse("is an address that another account may still get back")
		return nil
	}
	if err != nil {
		return err
	}
	added, err := m.addAddresses(tx, &u, now)
	if err != nil {
		return err
	}
	m.outcome = customerCreated
	return eventbus.Publish(ctx, tx, append([]eventbus.Event{u.createdEvent(events.OriginImport)}, added...)...)
}

// fill adds to the locked account what it lacks: the phone number, and the addresses where it has
// none. A retail account becomes a wholesale one, never the reverse. All that its owner or the shop
// has said before stays, and so does an account of the staff, and a disabled one.
func (m *mergedCustomer) fill(ctx context.Context, tx *gorm.DB, u *user, now time.Time) error {
	m.outcome = customerUnchanged
	if u.isStaff() {
		m.warn(m.lines[0].emailField(), "is the address of one of the staff, whose account an import does not change")
		return nil
	}
	if u.disabled() {
		m.warn(m.lines[0].emailField(), "is the address of a disabled account, which an import does not change")
		return nil
	}
	var fields []events.ProfileField
	if u.Phone == nil && m.phone != "" {
		u.Phone, u.UpdatedAt, fields = &m.phone, now, []events.ProfileField{events.ProfilePhone}
	}
	promoted := m.promotes(u) && u.makeWholesale(m.businessOf(u.FullName), now)
	if fields != nil || promoted {
		if err := saveUser(tx, u); err != nil {
			return err
		}
		m.outcome = customerUpdated
	}
	has, err := addressesOf(tx, u.ID)
	if err != nil {
		return err
	}
	var published []eventbus.Event
	if promoted {
		published = append(published, events.AccountTypeChanged{
			UserID: u.ID, AccountType: u.AccountType, BusinessName: u.BusinessName,
		})
	}
	if len(has) == 0 && len(m.addresses) > 0 {
		added, err := m.addAddresses(tx, u, now)
		if err != nil {
			return err
		}
		published, m.outcome = append(published, added...), customerUpdated
	}
	if err := eventbus.Publish(ctx, tx, published...); err != nil {
		return err
	}
	return saveCorrection(ctx, tx, u, fields, false)
}

// promotes reports whether the retail account becomes a wholesale one. It warns where the file says
// so, and its sender may not decide that.
func (m *mergedCustomer) promotes(u *user) bool {
	if !m.isWholesale || u.AccountType != events.RetailAccount {
		return false
	}
	if !m.mayPromote {
		m.warn(m.lines[0].wholesaleField(), "makes no wholesale customer: that may only who decides on applications")
	}
	return m.mayPromote
}

// addAddresses adds the addresses to a locked account that has none. The default one is the one
// that a row calls so, or the first.
func (m *mergedCustomer) addAddresses(tx *gorm.DB, u *user, now time.Time) (saved []eventbus.Event, err error) {
	if len(m.addresses) == 0 {
		return nil, nil
	}
	isDefault := max(0, slices.IndexFunc(m.addresses, func(a importedAddress) bool { return a.isDefault }))
	added := make([]address, len(m.addresses))
	for i, a := range m.addresses {
		a.postal.FullName = cmp.Or(a.postal.FullName, u.FullName)
		added[i] = address{
			ID: id.New(), UserID: u.ID, Postal: a.postal, IsDefault: i == isDefault, CreatedAt: now, UpdatedAt: now,
		}
		saved = append(saved, added[i].savedEvent())
	}
	return saved, tx.Create(&added).Error
}

// nameOf is the customer's name. Where the file has none, it is that of an address, its company, or
// what stands before the "@".
func (m *mergedCustomer) nameOf() string {
	if m.fullName != "" {
		return m.fullName
	}
	for _, a := range m.addresses {
		if name := cmp.Or(a.postal.FullName, textOf(a.postal.Company)); name != "" {
			return name
		}
	}
	m.warn("fullName", "is blank: the name is the beginning of the email")
	name, _, _ := strings.Cut(m.email, "@")
	return name
}

// businessOf is the business of a wholesale customer: where the file has none, the company of an
// address, or the name of the person.
func (m *mergedCustomer) businessOf(fullName string) string {
	if m.businessName != "" {
		return m.businessName
	}
	for _, a := range m.addresses {
		if a.postal.Company != nil {
			return *a.postal.Company
		}
	}
	m.warn("businessName", "is blank: the business has the name of the person")
	return fullName
}
