package shop

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"must be one of the locales", "muss eine der Sprachen sein"},
	{
		"needs tax rates of its own, for it is not in the EU",
		"braucht eigene Steuersätze, weil es nicht in der EU ist",
	},
	{"must hold the rates of the shop's country", "muss die Sätze des Landes des Shops enthalten"},
	{"is required of a seller with a name", "muss bei einem Verkäufer mit Namen angegeben werden"},
	{
		"or a tax number is required of a seller with a name",
		"oder eine Steuernummer muss bei einem Verkäufer mit Namen angegeben werden",
	},
	{"must be a time such as 30m or 72h", "muss eine Dauer wie 30m oder 72h sein"},
	{"must be more than 0 and at most 8760h", "muss mehr als 0 und höchstens 8760h sein"},
	{"must be a time zone such as Europe/Berlin", "muss eine Zeitzone wie Europe/Berlin sein"},
	{
		"must be an absolute http or https URL with %s",
		"muss eine vollständige http- oder https-Adresse mit %s sein",
	},
	{"is set by %s in the configuration", "ist durch %s in der Konfiguration festgelegt"},
	{"must be a VAT id of a member state of the EU", "muss eine USt-IdNr. eines Mitgliedstaats der EU sein"},
	{"must be an IBAN with right check digits", "muss eine IBAN mit richtigen Prüfziffern sein"},
	{"must have 8 or 11 letters and digits", "muss 8 oder 11 Buchstaben und Ziffern haben"},
	{"has the country and the day of another", "hat Land und Tag eines anderen"},
}
