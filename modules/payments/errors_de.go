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
}
