package invoices

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"The shop has no seller.", "Der Shop hat keinen Verkäufer."},
	{
		"The order is from before there were documents.",
		"Die Bestellung ist aus der Zeit, als es noch keine Belege gab.",
	},
	{"The order has an invoice.", "Die Bestellung hat schon eine Rechnung."},
	{"The order has an invoice, or is cancelled.", "Die Bestellung hat schon eine Rechnung oder ist storniert."},
	{"The order's state does not allow this.", "Der Stand der Bestellung lässt das nicht zu."},
	{"The invoice has changed.", "Die Rechnung hat sich geändert."},
	{"The time for which the invoice was kept is over.", "Die Aufbewahrungsfrist der Rechnung ist abgelaufen."},
	{"The invoice has corrections.", "Die Rechnung wurde schon korrigiert."},
	{
		"Only an invoice that is not cancelled can be replaced.",
		"Nur eine Rechnung, die nicht storniert ist, kann ersetzt werden.",
	},
	{"must not be before from", "darf nicht vor from liegen"},
	{"must be at most %d days after from", "darf höchstens %d Tage nach from liegen"},
}
