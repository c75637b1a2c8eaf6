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

func TestRate(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Rate{"19": 1900, "5.5": 550, "0": 0, "7.00": 700} {
		got, err := money.ParseRate(text)
		if err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	if _, err := money.ParseRate("19 %"); err == nil {
		t.Error("19 % with its sign is a rate")
	}
	if text, err := json.Marshal(map[string]money.Rate{"a": 1900, "b": 550}); err != nil || string(text) != `{"a":19,"b":5.5}` {
		t.Errorf("%s, %v", text, err)
	}
}
