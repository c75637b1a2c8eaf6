package settings

import (
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"

	"orderd/platform/config"
	"orderd/platform/money"
)

// TaxRates are the VAT rates by country (ISO 3166-1 alpha-2).
type TaxRates map[string]TaxRate

// TaxRate has the rates of a country by tax class, in percent as exact decimals ("19", "5.5"). The
// class zero is 0 everywhere.
type TaxRate struct {
	Standard string `yaml:"standard"`
	Reduced  string `yaml:"reduced"`
}

// UnmarshalText implements encoding.TextUnmarshaler for the form of the environment:
// "DE=19/7,AT=20/10".
func (r *TaxRates) UnmarshalText(text []byte) error {
	rates := TaxRates{}
	for _, item := range config.SplitList(string(text)) {
		country, both, hasRates := strings.Cut(item, "=")
		standard, reduced, hasReduced := strings.Cut(both, "/")
		if !hasRates || !hasReduced {
			return errors.New("must look like DE=19/7,AT=20/10 (country=standard/reduced)")
		}
		rates[strings.TrimSpace(country)] = TaxRate{Standard: strings.TrimSpace(standard),
			Reduced: strings.TrimSpace(reduced)}
	}
	*r = rates
	return nil
}

// UnmarshalYAML implements yaml.Unmarshaler for the form of the file. The file's rates replace the
// default ones.
func (r *TaxRates) UnmarshalYAML(n *yaml.Node) error {
	var rates map[string]TaxRate
	if n.Decode(&rates) != nil { // its error would show Go types
		return errors.New("must give standard and reduced by country")
	}
	*r = rates
	return nil
}

// Parsed returns valid rates by country and tax class.
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
