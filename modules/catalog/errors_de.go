package catalog

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"Another one has this slug.", "Diesen Kurznamen gibt es schon."},
	{"Another variant has one of these SKUs.", "Eine andere Variante hat schon eine dieser Artikelnummern."},
	{
		"The category holds products or other categories.",
		"Die Kategorie enthält Produkte oder andere Kategorien.",
	},
	{"The brand has products.", "Die Marke hat Produkte."},
	{"must not be the category itself or below it", "darf nicht die Kategorie selbst oder eine darunter sein"},
	{"must be a category", "muss eine Kategorie sein"},
	{"must be a brand", "muss eine Marke sein"},
	{"must be a variant of this product", "muss eine Variante dieses Produkts sein"},
	{"must be a picture that was uploaded", "muss ein hochgeladenes Bild sein"},
	{
		"must be an https URL or that of an uploaded picture",
		"muss eine https-Adresse oder die eines hochgeladenen Bildes sein",
	},
	{"is required without mediaId", "muss ohne mediaId angegeben werden"},
	{"must not be less than minPrice", "darf nicht kleiner als minPrice sein"},
	{"must not look like an id", "darf nicht wie eine Id aussehen"},
	{"is reserved", "ist reserviert"},
	{"must have at most 200 entries", "darf höchstens 200 Einträge haben"},
	{"must have at most 5 entries", "darf höchstens 5 Einträge haben"},
	{"must have at most 100 entries", "darf höchstens 100 Einträge haben"},
	{"is what another variant chooses", "ist schon die Auswahl einer anderen Variante"},
	{
		"must choose one of the values of each option, and nothing else",
		"muss von jeder Option genau einen Wert wählen und sonst nichts",
	},
	{
		"must have names and values of 1 to 60 characters, without space around",
		"muss Namen und Werte mit 1 bis 60 Zeichen haben, ohne Leerzeichen am Rand",
	},
	{"has two prices for one quantity", "hat zwei Preise für eine Menge"},
	{"must not be above the price", "darf nicht über dem Preis liegen"},
	{"must not rise with the quantity", "darf mit der Menge nicht steigen"},
	{
		"column %d of the first line, %q, is not one of the columns",
		"Spalte %d der ersten Zeile, %q, ist keine der Spalten",
	},
	{
		"column %d of the first line, %q, is not one of the columns: %s",
		"Spalte %d der ersten Zeile, %q, ist keine der Spalten: %s",
	},
	{"must have the column slug or name", "muss die Spalte slug oder name haben"},
	{"must be one of the product's images", "muss eines der Bilder des Produkts sein"},
	{"must be card", "muss card sein"},
}
