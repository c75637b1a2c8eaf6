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
	{"There are 200 attributes already.", "Es gibt schon 200 Attribute."},
	{"Another attribute has this code.", "Diesen Code hat schon ein anderes Attribut."},
	{"Products have values of this attribute.", "Produkte haben Werte dieses Attributs."},
	{
		"Products have values of this attribute, so that its kind can't change.",
		"Produkte haben Werte dieses Attributs: Seine Art kann sich nicht ändern.",
	},
	{"Products have a choice that would be removed.", "Produkte haben eine Auswahl, die entfernt würde."},
	{"must be the code of an attribute", "muss der Code eines Attributs sein"},
	{"must be one value", "muss ein einziger Wert sein"},
	{"must be a choice of the attribute", "muss ein Auswahlwert des Attributs sein"},
	{
		"must be a number like 12.5, of at most 12 digits with at most 3 decimals",
		"muss eine Zahl wie 12.5 sein, mit höchstens 12 Ziffern und 3 Nachkommastellen",
	},
	{
		"must be numbers like 12.5, or ranges like 250..500, 250.. and ..500",
		"müssen Zahlen wie 12.5 sein, oder Bereiche wie 250..500, 250.. und ..500",
	},
	{
		"must be dates like 2026-11-20, or ranges like 2026-01-01..2026-12-31",
		"müssen Daten wie 2026-11-20 sein, oder Bereiche wie 2026-01-01..2026-12-31",
	},
	{"only a number has a unit", "nur eine Zahl hat eine Einheit"},
	{"only a choice has choices", "nur eine Auswahl hat Auswahlwerte"},
	{
		"only a number, a choice and a boolean can be a facet",
		"nur eine Zahl, eine Auswahl oder Ja/Nein kann eine Facette sein",
	},
	{"lower-case letters and digits, with - and _ between", "Kleinbuchstaben und Ziffern, dazwischen - und _"},
	{"must not be the category itself or below it", "darf nicht die Kategorie selbst oder eine darunter sein"},
	{"must be a category", "muss eine Kategorie sein"},
	{"must be another product", "muss ein anderes Produkt sein"},
	{"must be a brand", "muss eine Marke sein"},
	{
		"a rule can't name a collection, itself included",
		"eine Regel kann keine Kollektion nennen, auch nicht die eigene",
	},
	{"a rule chooses the products", "eine Regel wählt die Produkte aus"},
	{"must be a product that is not archived", "muss ein Produkt sein, das nicht archiviert ist"},
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
	{"may be %s or %s: write it like 2026-11-20", "kann %s oder %s heißen: bitte wie 2026-11-20 schreiben"},
	{"must have at most 50 entries", "darf höchstens 50 Einträge haben"},
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
		"column %d of the first line, %q, is not one of the columns: is it %s?",
		"Spalte %d der ersten Zeile, %q, ist keine der Spalten: Ist es %s?",
	},
	{
		"%q, which the mapping names, is no field of the format",
		"%q, das in der Zuordnung steht, ist kein Feld des Formats",
	},
	{
		"has no column %q, which the mapping names",
		"hat keine Spalte %q, die in der Zuordnung steht",
	},
	{
		"is required: the prices of the file are without tax",
		"muss angegeben werden: Die Preise der Datei sind ohne Steuer",
	},
	{"must have the column %s", "muss die Spalte %s haben"},
	{
		"has more text than can be imported at once: split the file",
		"hat mehr Text, als auf einmal importiert werden kann: Teilen Sie die Datei",
	},
	{
		`must be a JSON object like {"Vendor":"brand","Tags":null}`,
		`muss ein JSON-Objekt wie {"Vendor":"brand","Tags":null} sein`,
	},
	{
		"is PrestaShop's file of combinations, which is not taken: import the file of products, and give them " +
			"their variants",
		"ist die Datei der Kombinationen von PrestaShop, die nicht übernommen wird: Importieren Sie die Datei der " +
			"Produkte, und geben Sie diesen ihre Varianten",
	},
	{"must have the column slug or name", "muss die Spalte slug oder name haben"},
	{"must be one of the product's images", "muss eines der Bilder des Produkts sein"},
	{"must be card", "muss card sein"},
	{
		"must be an email address, or a URL like https://example.com/page",
		"muss eine E-Mail-Adresse oder eine Adresse wie https://example.com/page sein",
	},
	{
		"must be a GTIN of 8, 12, 13 or 14 digits, of which the last one checks the others",
		"muss eine GTIN mit 8, 12, 13 oder 14 Ziffern sein, deren letzte die anderen prüft",
	},
	{"must not have a comma or | in it", "darf weder ein Komma noch | enthalten"},
	{"is required of an active product", "ist bei einem aktiven Produkt nötig"},
}
