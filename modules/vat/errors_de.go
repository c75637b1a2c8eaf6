package vat

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"is not the VAT id that the account has now", "ist nicht die USt-IdNr., die das Konto jetzt hat"},
	{"must be a VAT id of a member state of the EU", "muss eine USt-IdNr. eines Mitgliedstaats der EU sein"},
}
