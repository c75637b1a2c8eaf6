package config

import (
	"errors"
	"strings"

	"orderd/platform/money"
)

// TaxRates are the VAT rates by country (ISO 3166-1 alpha-2).
type TaxRates map[string]TaxRate

// TaxRate is what a country takes, in percent as exact decimals ("19", "5.5"), by tax class. The class zero is 0 everywhere.
type TaxRate struct {
	Standard string `yaml:"standard"`
	Reduced  string `yaml:"reduced"`
}

// parse reads the form of the environment: "DE=19/7,AT=20/10".
func (r *TaxRates) parse(text string) error {
	rates := TaxRates{}
	for _, item := range splitList(text) {
		country, both, ok := strings.Cut(item, "=")
		standard, reduced, ok2 := strings.Cut(both, "/")
		if !ok || !ok2 {
			return errors.New("must look like DE=19/7,AT=20/10 (country=standard/reduced)")
		}
		rates[strings.TrimSpace(country)] = TaxRate{Standard: strings.TrimSpace(standard), Reduced: strings.TrimSpace(reduced)}
	}
	*r = rates
	return nil
}

// Parsed are the rates of valid percents by country and tax class.
func (r TaxRates) Parsed() map[string]map[string]money.Rate {
	rates := map[string]map[string]money.Rate{}
	for country, of := range r {
		rates[country] = map[string]money.Rate{}
		for class, percent := range map[string]string{"standard": of.Standard, "reduced": of.Reduced} {
			rates[country][class], _ = money.ParseRate(percent)
		}
	}
	return rates
}
