package invoices

import (
	"time"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/clock"
	"orderd/platform/convert"
	"orderd/platform/locale"
)

// issues reports whether the shop issues documents: it has a seller.
func (s *settings) issues() bool { return s.seller.Name != nil }

// zone is where the shop's days begin.
func (s *settings) zone() *time.Location {
	zone, err := time.LoadLocation(s.profile.TimeZone)
	if err != nil || !clock.IsZone(s.profile.TimeZone) {
		return time.UTC
	}
	return zone
}

// dayOf is the day of a moment.
func (s *settings) dayOf(t time.Time) day { return day(t.In(s.zone()).Format(time.DateOnly)) }

// endOfDay is the last millisecond of the day that is so many days after that of a moment.
func (s *settings) endOfDay(t time.Time, days int64) time.Time {
	zone := s.zone()
	year, month, d := t.In(zone).Date()
	return time.Date(year, month, d+int(days)+1, 0, 0, 0, 0, zone).Add(-time.Millisecond).UTC()
}

// sellerNow is who sells and has the account for transfers.
func (s *settings) sellerNow() seller {
	text := func(t *string) string {
		if t == nil {
			return ""
		}
		return *t
	}
	return seller{
		Name: text(s.seller.Name), Line1: text(s.seller.Line1), Line2: s.seller.Line2,
		PostalCode: text(s.seller.PostalCode), City: text(s.seller.City), Country: s.seller.CountryOr(s.profile.Country),
		Email: text(s.seller.Email), Phone: s.seller.Phone, VATID: s.seller.VATID, TaxNumber: s.seller.TaxNumber,
		Register: s.seller.Register, Managers: s.seller.Managers, IBAN: s.bank.IBAN, BIC: s.bank.BIC,
		Holder: s.bank.Holder, Bank: s.bank.Bank,
	}
}

// schemeOf is by which scheme VAT of a category in a country is declared, on a day. What is
// delivered to another member state counts there when the state has a rate of its own, as in
// ordering.
func (s *settings) schemeOf(category taxCategory, country string, on day) taxScheme {
	switch category {
	case categoryIntraCommunity:
		return schemeIntraCommunity
	case categoryExport:
		return schemeExport
	}
	state, inEU := shop.MemberState(country)
	_, ownRates := s.tax.RateOn(country, string(on))
	if !ownRates {
		_, ownRates = s.tax.RateOn(state, string(on))
	}
	own, _ := shop.MemberState(s.profile.Country)
	if category == categoryStandard && inEU && state != own && (ownRates || s.tax.DestinationRates) {
		return schemeOSS
	}
	return schemeDomestic
}

// schemesOf are the schemes of what an order charges, by the rates of its day.
func (s *settings) schemesOf(p *placedOrder) []taxScheme {
	on := s.dayOf(p.At)
	return convert.All(p.Taxes, func(t taxRow) taxScheme { return s.schemeOf(t.Category, p.Country, on) })
}

// terms are the settings of this moment. A process that has not read a seller looks into the
// database, so that no document is left out because its copy is behind.
func (i *issuer) terms(tx *gorm.DB) (*settings, error) {
	if s := i.settings.Current(); s.issues() {
		return s, nil
	}
	return i.settings.ReadLocked(tx)
}

// localeOf is the language of an order's documents: that of the order, if the shop speaks it.
func localeOf(s *settings, of locale.Code) locale.Code {
	return locale.Code(s.profile.LocaleFor(string(of)))
}
