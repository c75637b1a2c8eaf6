package onetimecode

import "testing"

func TestClean(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"082641": "082641", " 0826 4117 ": "08264117", "0826-4117": "08264117", "08–26—41‑17": "08264117", "082\u00a0641": "082641",
		"０８２６４１": "082641", "08\u200b2641": "082641", "082−641": "082641", "k7m2q-x4dfa": "k7m2qx4dfa", "Ｋ7m2q": "K7m2q", "08x641": "08x641",
		"": "",
	} {
		if got := Clean(typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	for text, want := range map[string]bool{"082641": true, "08264": false, "0826411": false, "08264a": false, "٠٨٢٦٤١": false, "": false} {
		if got := IsDigits(text, 6); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
