package money_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"orderd/platform/money"
	_ "orderd/test/kit/draws"
)

func TestJSON(t *testing.T) {
	t.Parallel()
	for cents, want := range map[money.Cents]string{
		0: "0", 5: "0.05", 50: "0.5", 1999: "19.99", 1950: "19.5", 2000: "20", 100_000: "1000", -5: "-0.05", -2000: "-20",
		money.Max: "999999999999.99", math.MinInt64: "-92233720368547758.08",
	} {
		if got, err := json.Marshal(cents); err != nil || string(got) != want {
			t.Errorf("%d: %s, want %s: %v", int64(cents), got, want, err)
		}
	}
	for text, want := range map[string]money.Cents{
		"0": 0, "-0": 0, "0.00": 0, "0e9": 0, "0e99999999999": 0, "0.0e-99999999999": 0, "19.99": 1999, "19.990": 1999, "19.9": 1990, "20": 2000,
		"-0.05": -5, "2e1": 2000, "2E+1": 2000, "1999e-2": 1999,
		"0.0199e2": 199, "999999999999.99": money.Max, "-999999999999.99": -money.Max, "1e11": 10_000_000_000_000, "null": 7,
	} {
		got := money.Cents(7)
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %d, want %d: %v", text, got, want, err)
		}
	}
	for _, text := range []string{
		`"19.99"`, "true", "{}", "[]", "19.999", "0.001", "1e-3", "1000000000000", "1e12", "1e999999999", "1e99999999999", "-1e15", "1e-99999",
	} {
		got := money.Cents(7)
		if err := json.Unmarshal([]byte(text), &got); err == nil || got != 7 {
			t.Errorf("%s was taken for %d", text, got)
		}
	}
}

// Sums of binary floats have up to 17 digits.
func TestRounded(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Rounded{
		"19.99": 1999, "58.870000000000005": 5887, "0.30000000000000004": 30, "77.79999999999999": 7780, "0.005": 1, "0.0049999": 0, "-0.005": -1,
		"9.995": 1000, "99.999": 10000, "1e-5": 0, "999999999999.99": money.Rounded(money.Max),
		"999999999998.994": money.Rounded(money.Max) - 100, "null": 7,
	} {
		got := money.Rounded(7)
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %d, want %d: %v", text, got, want, err)
		}
	}
	for _, text := range []string{`"19.99"`, "999999999999.999", "1e15"} {
		got := money.Rounded(7)
		if err := json.Unmarshal([]byte(text), &got); err == nil || got != 7 {
			t.Errorf("%s was taken for %d", text, got)
		}
	}
}

func TestIn(t *testing.T) {
	t.Parallel()
	for cents, want := range map[money.Cents][2]string{
		0: {"€0.00", "0,00 €"}, 5: {"€0.05", "0,05 €"}, 1234: {"€12.34", "12,34 €"}, 99_999: {"€999.99", "999,99 €"},
		100_000: {"€1,000.00", "1.000,00 €"},
		-1234:   {"-€12.34", "-12,34 €"}, -100_000: {"-€1,000.00", "-1.000,00 €"}, money.Max: {"€999,999,999,999.99", "999.999.999.999,99 €"},
	} {
		if got := [2]string{cents.Format("en"), cents.Format("de")}; got != want {
			t.Errorf("%d: %q, want %q", int64(cents), got, want)
		}
	}
}

func TestJSONComesBackTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := money.Cents(rapid.Int64Range(-int64(money.Max), int64(money.Max)).Draw(t, "cents"))
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		exact, _ := new(big.Rat).SetString(string(text))
		if exact == nil || exact.Cmp(big.NewRat(int64(in), 100)) != 0 {
			t.Fatalf("%d cents are written %s", int64(in), text)
		}
		var out money.Cents
		if err := json.Unmarshal(text, &out); err != nil || out != in {
			t.Fatalf("%s is read as %d: %v", text, int64(out), err)
		}
	})
}

// UnmarshalJSON accepts the numbers that the schema allows and no others, however they are written.
func TestUnmarshalAgreesWithTheSchema(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := fmt.Sprintf("%s%d.%se%d", rapid.SampledFrom([]string{"", "-"}).Draw(t, "sign"), rapid.Int64Range(0, 1e13).Draw(t, "whole"),
			rapid.StringMatching("[0-9]{1,6}").Draw(t, "fraction"), rapid.IntRange(-8, 8).Draw(t, "exponent"))
		exact, _ := new(big.Rat).SetString(text)
		cents := new(big.Rat).Mul(exact, big.NewRat(100, 1))
		allowed := cents.IsInt() && new(big.Rat).Abs(cents).Cmp(big.NewRat(int64(money.Max), 1)) <= 0
		var got money.Cents
		err := json.Unmarshal([]byte(text), &got)
		if (err == nil) != allowed || err == nil && cents.Cmp(big.NewRat(int64(got), 1)) != 0 {
			t.Fatalf("%s is read as %d: %v", text, int64(got), err)
		}
	})
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		total   money.Cents
		weights []int64
		want    []money.Cents
	}{
		{100, []int64{1, 1, 1}, []money.Cents{34, 33, 33}},
		{-100, []int64{1, 1, 1}, []money.Cents{-34, -33, -33}},
		{10, []int64{1, 0, 2}, []money.Cents{3, 0, 7}},
		{5, []int64{0, 0}, []money.Cents{3, 2}},
		{0, nil, []money.Cents{}},
		{1, []int64{5, 6}, []money.Cents{0, 1}},
	} {
		if got := money.Split(row.total, row.weights); !slices.Equal(got, row.want) {
			t.Errorf("%d by %v: %v, want %v", int64(row.total), row.weights, got, row.want)
		}
	}
}

func TestSplitLosesNoCent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.Int64Range(-int64(money.Max), int64(money.Max)).Draw(t, "total")
		weights := rapid.SliceOfN(rapid.Int64Range(0, int64(money.Max)), 1, 50).Draw(t, "weights")
		var sum, weight int64
		for _, w := range weights {
			weight += w
		}
		for i, part := range money.Split(money.Cents(total), weights) {
			sum += int64(part)
			if weight == 0 {
				continue
			}
			share := big.NewRat(total, weight)
			share.Mul(share, big.NewRat(weights[i], 1))
			if share.Sub(share, big.NewRat(int64(part), 1)); share.Abs(share).Cmp(big.NewRat(1, 1)) >= 0 {
				t.Fatalf("part %d is %d, a whole cent or more from its share", i, int64(part))
			}
			if 0 <= total && total <= weight && int64(part) > weights[i] {
				t.Fatalf("part %d is %d, above its weight %d", i, int64(part), weights[i])
			}
		}
		if sum != total {
			t.Fatalf("the parts of %d sum to %d", total, sum)
		}
	})
}

func TestTaxContained(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		rate  money.Rate
		gross money.Cents
		want  money.Cents
	}{
		{1900, 11900, 1900}, {1900, 1999, 319}, {700, 1999, 131}, {0, 1999, 0}, {1900, -1999, -319}, {550, 100, 5}, {10_000, 1, 1}, {1900, 0, 0},
	} {
		if got := row.rate.TaxIn(row.gross); got != row.want {
			t.Errorf("%v at %d: %v, want %v", row.gross, row.rate, got, row.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		gross := rapid.Int64Range(0, int64(money.Max)).Draw(t, "gross")
		rate := rapid.Int64Range(0, 10_000).Draw(t, "rate")
		exact := new(big.Rat).Mul(big.NewRat(gross, 1), big.NewRat(rate, 10_000+rate))
		off := exact.Sub(big.NewRat(int64(money.Rate(rate).TaxIn(money.Cents(gross))), 1), exact)
		if off.Cmp(big.NewRat(-1, 2)) <= 0 || off.Cmp(big.NewRat(1, 2)) > 0 {
			t.Fatalf("the tax is off by %s", off)
		}
	})
}

// What is added to a net amount, and what a gross one is without, are rounded half up.
func TestTaxOn(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		rate                    money.Rate
		amount, tax, withoutTax money.Cents
	}{
		{1900, 10000, 1900, 8403}, {1900, 21772, 4137, 18296}, {1900, 890, 169, 748}, {1900, 490, 93, 412}, {1900, 1999, 380, 1680},
		{700, 50, 4, 47}, {0, 1999, 0, 1999}, {1900, -890, -169, -748}, {10_000, 1, 1, 1}, {6000, 4, 2, 3}, {1900, 0, 0, 0},
	} {
		if tax, without := row.rate.TaxOn(row.amount), row.rate.WithoutTax(row.amount); tax != row.tax || without != row.withoutTax {
			t.Errorf("%v at %d: %v, %v, want %v, %v", row.amount, row.rate, tax, without, row.tax, row.withoutTax)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		amount := money.Cents(rapid.Int64Range(0, int64(money.Max)).Draw(t, "amount"))
		rate := money.Rate(rapid.Int64Range(0, 9999).Draw(t, "rate"))
		if off := rate.WithoutTax(amount) - (amount - rate.TaxIn(amount)); off < 0 || off > 1 {
			t.Fatalf("%v at %d: without tax it is off by %d", amount, rate, off)
		}
		if gross := amount + rate.TaxOn(amount); rate.WithoutTax(gross) != amount {
			t.Fatalf("%v at %d: %v with tax, %v without it again", amount, rate, gross, rate.WithoutTax(gross))
		}
	})
}

func TestRate(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Rate{"19": 1900, "5.5": 550, "0": 0, "7.00": 700} {
		got, err := money.ParseRate(text)
		if err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for rate, want := range map[money.Rate][2]string{1900: {"19%", "19 %"}, 550: {"5.5%", "5,5 %"}, 0: {"0%", "0 %"}} {
		if en, de := rate.Format("en"), rate.Format("de"); en != want[0] || de != want[1] {
			t.Errorf("%q, %q, want %q", en, de, want)
		}
	}
	if _, err := money.ParseRate("19 %"); err == nil {
		t.Error("19 % with its sign is a rate")
	}
	if text, err := json.Marshal(map[string]money.Rate{"a": 1900, "b": 550}); err != nil || string(text) != `{"a":19,"b":5.5}` {
		t.Errorf("%s, %v", text, err)
	}
}

func TestCodes(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"de 129 273 398": "DE129273398", "gr 123-456.789": "EL123456789", "EL123456789": "EL123456789", "ATU12345678": "ATU12345678",
		"BE0123456789": "BE0123456789", "BE2123456789": "", "BG123456789": "BG123456789", "BG12345678": "", "CY12345678A": "CY12345678A",
		"CZ12345678": "CZ12345678", "DE12927339": "", "DK12345678": "DK12345678", "EE123456789": "EE123456789", "ESX1234567X": "ESX1234567X",
		"FI12345678": "FI12345678", "FRXX123456789": "FRXX123456789", "HR12345678901": "HR12345678901", "HU12345678": "HU12345678",
		"IE1234567A": "IE1234567A", "IE1234567AB": "IE1234567AB", "IE1+23456A": "IE1+23456A", "IE1*23456A": "IE1*23456A", "IE1+2345A": "",
		"IT12345678901": "IT12345678901", "LT123456789": "LT123456789", "LT1234567890": "", "LT123456789012": "LT123456789012",
		"LU12345678": "LU12345678", "LV12345678901": "LV12345678901", "MT12345678": "MT12345678", "NL123456789B01": "NL123456789B01",
		"PL1234567890": "PL1234567890", "PT123456789": "PT123456789", "RO12": "RO12", "RO1": "", "SE123456789012": "SE123456789012",
		"SI12345678": "SI12345678", "SK1234567890": "SK1234567890", "XI123456789": "", "GB123456789": "", "129273398": "", "": "",
	} {
		got, ok := money.ParseVATID(given)
		if ok != (want != "") || ok && got != want {
			t.Errorf("VAT id %q: %q, %t", given, got, ok)
		}
	}
	for given, want := range map[string]bool{
		"BYLADEM1001": true, "DEUTDEFF": true, "DEUTDEF": false, "DEUTDEFF5": false, "DEUT-EFF": false, "": false,
	} {
		if got := money.IsBIC(given); got != want {
			t.Errorf("BIC %q: %t", given, got)
		}
	}
}

// A sum of the largest amounts is written like each of them, and its schema has no limit.
func TestSum(t *testing.T) {
	if b, err := json.Marshal(money.Sum(3 * money.Max)); err != nil || string(b) != "2999999999999.97" {
		t.Errorf("%s, %v", b, err)
	}
	if s := money.Sum(0).Schema(nil); s.Minimum != nil || s.Maximum != nil {
		t.Errorf("%v to %v", s.Minimum, s.Maximum)
	}
}
