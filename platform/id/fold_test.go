package id

import "testing"

func TestFold(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{
		{"José", "JOSE\u0301"}, {"Straße", "STRASSE"}, {"ΣΊΣΥΦΟΣ", "σίσυφος"}, {"Ｇｒａｃｅ", "grace"}, {"ﬁne", "Fine"}, {"O’Neil", "O'NEIL"},
		{"Grace\u00a0\u200bHopper", "grace hopper"}, {"+49 ３0", "4930"},
	} {
		if Fold(same[0]) != Fold(same[1]) {
			t.Errorf("%q is not %q", same[0], same[1])
		}
	}
	for _, other := range [][2]string{{"José", "Jose"}, {"☕", "🎉"}, {"李", "里"}, {"Grace 1", "Grace 2"}} {
		if Fold(other[0]) == Fold(other[1]) {
			t.Errorf("%q is %q", other[0], other[1])
		}
	}
}
