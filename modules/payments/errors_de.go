package payments

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"The signature is not valid.", "Die Signatur ist nicht gültig."},
	{"The card provider has done this.", "Der Kartendienst hat das erledigt."},
	{
		"The refund has failed for good. Please refund the order again.",
		"Die Erstattung ist endgültig fehlgeschlagen. Bitte erstatten Sie die Bestellung noch einmal.",
	},
	{"The order waits for no payment by card.", "Die Bestellung wartet auf keine Kartenzahlung."},
	{"This is no event of Stripe's.", "Das ist kein Ereignis von Stripe."},
	{"The entry is booked or ignored.", "Die Buchung ist schon zugeordnet oder übergangen."},
	{
		"is required: the entry names no order, or several",
		"wird gebraucht: Die Buchung nennt keine Bestellung oder mehrere",
	},
	{"is no order", "ist keine Bestellung"},
	{"names no account", "nennt kein Konto"},
	{"is of several accounts", "ist von mehreren Konten"},
	{"is of another account than the shop's", "ist von einem anderen Konto als dem des Shops"},
	{
		"can't be compared with the shop's account: the settings have no IBAN",
		"kann nicht mit dem Konto des Shops verglichen werden: Die Einstellungen haben keine IBAN",
	},
	{"is neither XML nor CSV", "ist weder XML noch CSV"},
	{"is cut off", "ist abgeschnitten"},
	{"has more than %d entries: split it", "hat mehr als %d Buchungen: Bitte teilen Sie die Datei auf"},
	{"is not whole XML", "ist kein vollständiges XML"},
	{
		"is no statement of camt.053, version 02 to 13",
		"ist kein Kontoauszug nach camt.053, Version 02 bis 13",
	},
	{"must not have a document type (DTD)", "darf keinen Dokumenttyp (DTD) haben"},
	{"has too many elements within one another", "hat zu viele Elemente ineinander"},
	{"has a tag that is too long", "hat ein Tag, das zu lang ist"},
	{"is in an encoding that is not known", "hat eine Kodierung, die nicht bekannt ist"},
	{"has an entry without a day", "hat eine Buchung ohne Tag"},
	{"has a day that is none", "hat einen Tag, der keiner ist"},
	{"has an amount that is none", "hat einen Betrag, der keiner ist"},
}
