package ordering

import "testing"

func TestURLsInTexts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"https://evil", "www.evil", "evil.example", "bit.ly", "t.me", "Win at EVIL.TK now", "evil1.tk", "888.tk", "cheap-pills.com",
		"evil\u3002tk", "evil\uff0etk", "evil\uff61tk", "evil\u200b.\u00adtk", "ｅｖｉｌ．ｔｋ", "eve@evil.tk", "xn--80ak6aa92e.xn--p1ai",
		"dr.tk", "Dr.Win evil.tk", "203.0.113.7", "free-money-A.Com", "Cheap-X.Shop now", "Evil-Dr.Link", "gewinnüX.Com", "St.Shop",
		"Win at X.Com/promo4you", "T.Me/evil", "evil.рф", "Evil.Somewhere/now", "(evil.tk)", "evil.tk_", "Evil.Co.Uk",
	} {
		if !hasURL(name) {
			t.Errorf("%q has a URL", name)
		}
	}
	for _, name := range []string{
		"J. R. R. Tolkien", "Dr. Meyer", "Dr.Ada St. John-O'Neil", "A.B.C. GmbH", "Prof.Meyer", "J.Smith", "A.B.Meyer",
		"Meyer & Co. KG", "José-María", "李小龍",
		"Meyer GmbH & Co.KG", "Prof.Dr.Meyer", "Dr.med.Meyer", "J.McDonald", "J.Li", "W.von Braun", "Ö.Yıldız", "DR.MEYER", "Fam.Müller",
		"Art.Nr. 4711", "Gr.XL", "10.März", "ORD-4071826651", "Moka pot, 6 cups.", "1.5 l", "3.Generation", "Meyer jr.",
	} {
		if hasURL(name) {
			t.Errorf("%q has no URL", name)
		}
	}
}
