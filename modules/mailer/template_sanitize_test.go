package mailer

import (
	"strings"
	"testing"
)

func TestGreetable(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Maria Schmidt":               "Maria Schmidt",
		"Dr. José O'Neill-Łukasz":     "Dr. José O'Neill-Łukasz",
		"  Maria\t Schmidt\n":         "Maria Schmidt",
		"李小龍":                         "李小龍",
		"Maria\u202eevil":             "Maria evil",
		"win at evil.example":         "",
		"see https://evil":            "",
		"WWW evil":                    "",
		"call 0900":                   "",
		"eve@evil":                    "",
		"<b>Maria</b>":                "",
		strings.Repeat("Maria ", 20):  "",
		"":                            "",
		"Maria\x00Schmidt":            "Maria Schmidt",
		"Bcc: eve":                    "",
		"Maria\xffSchmidt":            "Maria�Schmidt",
		"A very\u2028long\u2029 line": "A very long line",
	} {
		if got := greetable(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
