package safecsv_test

import (
	"testing"

	"orderd/platform/money"
	"orderd/platform/safecsv"
)

func TestReadNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0|", "12": "12|", "12.9": "12|9", "12,90": "12|90", "1.299,00": "1299|00", "1,299.00": "1299|00", "1.299.000": "1299000|",
		"1 299,5": "1299|5", "1\u00a0299,5": "1299|5", "1\u202f299": "1299|", "1'299.50": "1299|50", "1.299": "", "1,299": "", "12.345,678": "",
		"1.29.00": "", "01": "", "-1": "", "1e3": "", "": "", "0.125": "", "1,2,3": "", "1299.00": "1299|00", "123456789": "123456789|",
	} {
		whole, fraction, problem := safecsv.ReadNumber(text, "")
		got := whole + "|" + fraction
		if problem.Text != "" {
			got = ""
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestReadDecimal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "-0,5": "-0.5", "1.2990": "1.299", "12.500": "", "0.125": "0.125", "1.299": "", "-1,299": "", "1.299,5": "1299.5",
		"1\u00a0299": "1299", "1234.125": "1234.125", "12,00": "12", "1e3": "", "": "", "-": "", "--1": "", "1.2.3": "", "0.12345": "0.12345",
	} {
		if got, problem := safecsv.ReadDecimal(text, ""); got != want || (want == "") != (problem.Text != "") {
			t.Errorf("%q is %q, %s, want %q", text, got, problem.Text, want)
		}
	}
}

func TestReadAmount(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Cents{
		"0": 0, "4.9": 490, "4,90 €": 490, "EUR 1.299,00": 129_900, "123456789.99": 12_345_678_999, "$5": -1, "5 USD": -1, "-5": -1, "": -1,
		"1.299": -1,
	} {
		amount, problem := safecsv.ReadAmount(text)
		if problem.Text != "" {
			amount = -1
		}
		if amount != want {
			t.Errorf("%q is %d, want %d", text, amount, want)
		}
	}
}
