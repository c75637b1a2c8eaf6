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
	{"needs the seller's tax number or VAT id", "braucht die Steuernummer oder die USt-IdNr. des Verkäufers"},
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
	{"has the kind and the locale of another", "hat Art und Sprache eines anderen"},
	{"or an intro is required", "oder eine Einleitung fehlt"},
	{"has %s, but these mails know only %s", "enthält %s, diese Mails kennen aber nur %s"},
	{"must not be less than the minimum", "darf nicht kleiner als das Minimum sein"},
	{"is only for a hero and a text", "gibt es nur beim Aufmacher und beim Text"},
	{"must say something", "muss etwas sagen"},
	{"or a text is required", "oder ein Text fehlt"},
	{"is required of a block with a button", "muss bei einem Block mit Knopf angegeben werden"},
	{"The page has no draft to preview.", "Die Seite hat keinen Entwurf für eine Vorschau."},
	{"The page has no draft to publish.", "Die Seite hat keinen Entwurf zum Veröffentlichen."},
	{"HTML is not allowed", "HTML ist nicht erlaubt"},
	{
		"a link must begin with https:, mailto:, tel:, / or #",
		"ein Link muss mit https:, mailto:, tel:, / oder # beginnen",
	},
	{
		"a picture must have an https address or be one of the service's own",
		"ein Bild muss eine https-Adresse haben oder eines von diesem Dienst sein",
	},
	{"an address is too long", "eine Adresse ist zu lang"},
	{
		"too many list markers, brackets or asterisks at once",
		"zu viele Listenzeichen, Klammern oder Sterne auf einmal",
	},
	{"line %d: %s (and at %d places more)", "Zeile %d: %s (und an %d weiteren Stellen)"},
	{"shows a picture that was deleted", "zeigt ein Bild, das gelöscht wurde"},
	{"must be one of the shop's languages", "muss eine der Sprachen des Shops sein"},
	{"Another page has this slug.", "Eine andere Seite hat schon diesen Kurznamen."},
}
