package shop

import (
	"net/url"
	"slices"
	"time"

	"orderd/modules/shop/events"
	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/pageurl"
)

func checkProfile(v events.Profile, others *settings) (faults []fault.Field) {
	if !slices.Contains(v.Locales, v.Locale) {
		faults = append(faults, fault.Field{Pointer: "/locale", Code: fault.NotAllowed, Detail: "must be one of the locales"})
	}
	if !hasRates(others.tax, v.Country, others.today) {
		faults = append(faults, fault.Field{
			Pointer: "/country", Code: fault.NotAllowed, Detail: "needs tax rates of its own, for it is not in the EU",
		})
	}
	return faults
}

func checkTax(v events.Tax, others *settings) (faults []fault.Field) {
	if !hasRates(v, others.profile.Country, others.today) {
		faults = append(faults, fault.Field{
			Pointer: "/rates", Code: fault.Required, Detail: "must hold the rates of the shop's country",
		})
	}
	if s := others.seller; v.SmallBusiness && s.Name != nil && !s.IsTaxable() {
		faults = append(faults, fault.Field{
			Pointer: "/smallBusiness", Code: fault.NotAllowed, Detail: "needs the seller's tax number or VAT id",
		})
	}
	return faults
}

// hasRates reports whether the rates of a country are known on a day: inside the EU by the table.
// Of rates that begin later nothing follows for the orders until then.
func hasRates(t events.Tax, country, day string) bool {
	_, inTable := events.TableRate(country)
	_, known := t.RateOn(country, day)
	return inTable || known
}

// checkSeller requires of a seller with a name what an invoice names.
func checkSeller(v events.Seller, _ *settings) (faults []fault.Field) {
	if v.Name == nil {
		return nil
	}
	for _, needed := range []struct {
		field string
		value *string
	}{{"line1", v.Line1}, {"postalCode", v.PostalCode}, {"city", v.City}, {"email", v.Email}} {
		if needed.value == nil {
			faults = append(faults, fault.Field{
				Pointer: "/" + needed.field, Code: fault.Required, Detail: "is required of a seller with a name",
			})
		}
	}
	if !v.IsTaxable() {
		faults = append(faults, fault.Field{
			Pointer: "/vatId", Code: fault.Required, Detail: "or a tax number is required of a seller with a name",
		})
	}
	return faults
}

// longest is the longest time that a setting may name.
const longest = 8760 * time.Hour

// checkDuration returns the fault of a text that is no time as the configuration writes it.
func checkDuration(pointer, text string) []fault.Field {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return []fault.Field{{Pointer: pointer, Code: fault.BadFormat, Detail: "must be a time such as 30m or 72h"}}
	case d <= 0 || d > longest:
		return []fault.Field{{Pointer: pointer, Code: fault.OutOfRange, Detail: "must be more than 0 and at most 8760h"}}
	}
	return nil
}

// checkTimeZone returns the fault of a text that is no name of a time zone.
func checkTimeZone(text string) []fault.Field {
	if clock.IsZone(text) {
		return nil
	}
	return []fault.Field{{
		Pointer: "/timeZone", Code: fault.BadFormat, Detail: "must be a time zone such as Europe/Berlin",
	}}
}

// checkPageURL returns the fault of a text that is not the URL of a web page with a place for what
// is required, as {token} is.
func checkPageURL(pointer, text, required string) []fault.Field {
	if pageurl.Valid(text, required) {
		return nil
	}
	return []fault.Field{{
		Pointer: pointer, Code: fault.BadFormat, Detail: "must be an absolute http or https URL with %s",
		Args: []any{required},
	}}
}

// checkWebsite returns the fault of a text that is no https URL.
func checkWebsite(text string) []fault.Field {
	if u, err := url.Parse(text); err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil {
		return nil
	}
	return []fault.Field{{Pointer: "/website", Code: fault.BadFormat, Detail: "must be an absolute https URL"}}
}
