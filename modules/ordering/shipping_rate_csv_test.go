package ordering

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/safecsv"
	"orderd/test/kit"
	_ "orderd/test/kit/draws"
)

// A table goes out and in again as it was, in every form that spreadsheets have.
func TestRatesAsAFile(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var rates []shippingRate
		for range rapid.IntRange(0, 8).Draw(t, "rows") {
			rates = append(rates, drawRate(t, []string{"DE", "AT", "CH"}))
		}
		format := safecsv.FormatFor(rapid.SampledFrom([]string{"", "de", "en", "de-CH", "fr"}).Draw(t, "language"),
			rapid.SampledFrom([]string{"", "comma", "semicolon", "tab"}).Draw(t, "separator"))
		var out bytes.Buffer
		if err := writeRates(&out, format, rates); err != nil {
			t.Fatal(err)
		}
		file, err := readRates(io.NewSectionReader(bytes.NewReader(out.Bytes()), 0, int64(out.Len())))
		if err != nil || len(file.faults) > 0 || fmt.Sprint(file.rates) != fmt.Sprint(rates) {
			t.Fatalf("%s: %v, %v, want %v", out.String(), file, err, rates)
		}
	})
}

func TestImportOfRates(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t, body{"countries": []string{"DE", "AT"}})
		one := "/v1/admin/shipping-methods/" + method
		csv := s.admin.With("Content-Type", "text/csv")
		put := func(file string) kit.Answer { return csv.Do(t, "PUT", one+"/rates", file) }

		put("Price;fromGrams;countries;postalPrefixes\r\n4,90;;;\r\n12,90 €;5000;DE AT;258 25849\r\n").Require(t, 200).
			RequireFields(t, kit.Fields{
				"version": 2, "rates.#": 2, "rates.0.price": 4.9, "rates.0.countries": []any{}, "rates.1.price": 12.9, "rates.1.fromGrams": 5000,
				"rates.1.countries.1": "AT", "rates.1.postalPrefixes.1": "25849", "name": "Standard",
			})
		want := "countries,postalPrefixes,fromGrams,fromGoods,price\n,,0,0.00,4.90\nDE AT,258 25849,5000,0.00,12.90\n"
		if got := s.admin.Do(t, "GET", one+"/rates", nil).Require(t, 200); string(got.Body) != want {
			t.Errorf("%q", got.Body)
		}
		german := s.admin.With("Accept-Language", "de")
		if got := german.Do(t, "GET", one+"/rates", nil).Require(t, 200); !bytes.Contains(got.Body, []byte(";4,90")) {
			t.Errorf("%q", got.Body)
		}

		for file, want := range map[string][]string{
			"":                {" bad_format"},
			"colour\nred\n":   {" bad_format"},
			"price\n1\n1\n\n": {"/rates/1 not_allowed line 3"},
			"price,fromGrams,fromGoods,countries,postalPrefixes\n,-1,x,de FR,a b-12345678901\n1,1000001,-2,,12345678901\n1,0.5,,,\n": {
				"/rates/0/countries/0 bad_format line 2", "/rates/0/countries/0 not_allowed line 2", "/rates/0/countries/1 not_allowed line 2",
				"/rates/0/fromGoods bad_format line 2", "/rates/0/fromGrams out_of_range line 2",
				"/rates/0/postalPrefixes/0 bad_format line 2", "/rates/0/postalPrefixes/1 bad_format line 2",
				"/rates/0/price required line 2", "/rates/1/countries required line 3", "/rates/1/fromGoods out_of_range line 3",
				"/rates/1/fromGrams out_of_range line 3", "/rates/1/postalPrefixes/0 too_long line 3", "/rates/2/fromGrams bad_format line 4",
			},
			"price\n" + strings.Repeat("1\n", maxRates+1): {"/rates too_long"},
			"price,countries,postalPrefixes\n1,DE," + strings.Join(prefixes(maxPrefixes+1), " ") + "\n2," + strings.Repeat("DE ", 251) + ",\n": {
				"/rates/0/postalPrefixes too_long line 2", "/rates/1/countries too_long line 3",
			},
			"price\n1,2\n\"\n": {
				"/rates/0 bad_format line 2", "/rates/1 bad_format line 3", "/rates/1 not_allowed line 3",
			},
		} {
			got := put(file).Require(t, 422, "validation_failed")
			if faults := faultsOf(t, got); !slices.Equal(faults, want) {
				t.Errorf("%.60q: %q, want %q", file, faults, want)
			}
		}
		s.admin.Do(t, "GET", one, nil).Require(t, 200).RequireFields(t, kit.Fields{"version": 2, "rates.#": 2})

		csv.With("If-Match", `"1"`).Do(t, "PUT", one+"/rates", "price\n1\n").Require(t, 412)
		csv.With("If-Match", `"2"`).Do(t, "PUT", one+"/rates", "price\n").Require(t, 200).RequireFields(t, kit.Fields{"rates": []any{}, "version": 3})
		put("price\n"+strings.Repeat(" ", 1<<20)).Require(t, 413, "body_too_large")
		s.admin.Do(t, "PUT", one+"/rates", body{"price": 1}).Require(t, 415)
		other := "/v1/admin/shipping-methods/" + id.New() + "/rates"
		csv.Do(t, "PUT", other, "price\n1\n").Require(t, 404)
		s.admin.Do(t, "GET", other, nil).Require(t, 404)
		customer, _ := s.As(t, auth.RoleCustomer)
		customer.With("Content-Type", "text/csv").Do(t, "PUT", one+"/rates", "price\n1\n").Require(t, 403)
		customer.Do(t, "GET", one+"/rates", nil).Require(t, 403)
		s.API.Do(t, "GET", one+"/rates", nil).Require(t, 401)

		pickup := s.admin.Do(t, "POST", "/v1/admin/shipping-methods", body{"name": "Pickup", "kind": "pickup", "minDays": 0, "maxDays": 1}).
			Require(t, 201).Text("id")
		refused := csv.Do(t, "PUT", "/v1/admin/shipping-methods/"+pickup+"/rates", "price\n1\n").Require(t, 422)
		requirePointers(t, refused, "/rates not_allowed")
	})
}

// faultsOf are the faults of a problem, with the lines that their details begin with.
func faultsOf(t *testing.T, a kit.Answer) (faults []string) {
	t.Helper()
	for i, pointer := range a.Pointers() {
		line, _, named := strings.Cut(a.Text(fmt.Sprintf("errors.%d.detail", i)), ":")
		if named && strings.HasPrefix(line, "line ") {
			pointer += " " + line
		}
		faults = append(faults, pointer)
	}
	slices.Sort(faults)
	return faults
}
