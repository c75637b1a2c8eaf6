package config

import (
	"errors"
	"strings"
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
