package ordering

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{
		"There is no address to send the goods to: shop.returns_address is not configured.",
		"Es gibt keine Adresse, an die die Ware gehen kann: shop.returns_address ist nicht eingestellt.",
	},
	{"There is nothing in the cart.", "Der Warenkorb ist leer."},
	{"There is not enough of something in the cart.", "Von etwas im Warenkorb ist nicht genug da."},
	{
		"Too many of your orders, or units in them, are open. Please pay or cancel open orders before you " +
			"order more.",
		"Zu viele Ihrer Bestellungen, oder zu viele Stück darin, sind offen. Bitte bezahlen oder stornieren " +
			"Sie offene Bestellungen, bevor Sie mehr bestellen.",
	},
	{
		"Too many orders to this address, or units in them, are open. Please pay or cancel open orders " +
			"before you order more.",
		"Zu viele Bestellungen an diese Adresse, oder zu viele Stück darin, sind offen. Bitte bezahlen oder " +
			"stornieren Sie offene Bestellungen, bevor Sie mehr bestellen.",
	},
	{
		"Too many orders from your network, or units in them, are open. Please pay or cancel open orders " +
			"before you order more.",
		"Zu viele Bestellungen aus Ihrem Netz, oder zu viele Stück darin, sind offen. Bitte bezahlen oder " +
			"stornieren Sie offene Bestellungen, bevor Sie mehr bestellen.",
	},
	{
		"These are more units than an order may have before it is paid. Please order fewer.",
		"Das sind mehr Stück, als eine Bestellung haben darf, bevor sie bezahlt ist. Bitte bestellen Sie " +
			"weniger.",
	},
	{"The cart has as many lines as it may have.", "Der Warenkorb hat so viele Positionen, wie er haben darf."},
	{"There is no such product for sale.", "Dieses Produkt wird nicht verkauft."},
	{"The cart costs more than can be paid.", "Der Warenkorb kostet mehr, als bezahlt werden kann."},
	{"Something in the cart is not sold any more.", "Etwas im Warenkorb wird nicht mehr verkauft."},
	{"A code of the cart can't be used.", "Ein Code des Warenkorbs kann nicht eingelöst werden."},
	{"The total is another one now.", "Der Gesamtbetrag hat sich geändert."},
	{"Another promotion has this code.", "Eine andere Aktion hat schon diesen Code."},
	{"The order's state does not allow this.", "Der Stand der Bestellung lässt das nicht zu."},
	{
		"There is not enough in stock to replace what was lost.",
		"Der Bestand reicht nicht, um zu ersetzen, was verloren ging.",
	},
	{"That would leave less than what is reserved.", "Damit bliebe weniger, als reserviert ist."},
	{"A code can't be used for this cart.", "Ein Code kann für diesen Warenkorb nicht eingelöst werden."},
	{
		"The code can be used from a subtotal of %s EUR on.",
		"Der Code kann ab einem Warenwert von %s EUR eingelöst werden.",
	},
	{
		"The code %s can't be used for this cart.",
		"Der Code %s kann für diesen Warenkorb nicht eingelöst werden.",
	},
	{
		"The code %s takes nothing off beside the code %s.",
		"Der Code %s zieht neben dem Code %s nichts ab.",
	},
	{
		"The code %s takes nothing off: %s saves more.",
		"Der Code %s zieht nichts ab: „%s“ spart mehr.",
	},
	{"There are 100 automatic promotions already.", "Es gibt schon 100 automatische Aktionen."},
	{"This is not sold any more.", "Dieser Artikel wird nicht mehr verkauft."},
	{"Only %d are available.", "Nur noch %d verfügbar."},
	{"The price was %s and is %s.", "Der Preis war %s und ist jetzt %s."},
	{
		"Only %d of %d were added: a line holds at most %d.",
		"Nur %d von %d wurden hinzugefügt: Eine Position hat höchstens %d Stück.",
	},
	{"must not be less than minDays", "darf nicht kleiner als minDays sein"},
	{"is not a line of the return", "ist keine Position der Rücksendung"},
	{
		"must not be more than the %d that are in the return",
		"darf nicht mehr sein als die %d in der Rücksendung",
	},
	{"is not the caller's cart", "ist nicht Ihr Warenkorb"},
	{
		"must not be more than the %s that go back for the goods",
		"darf nicht mehr sein als die %s, die für die Ware zurückgehen",
	},
	{"must be a name without a URL", "muss ein Name ohne Internetadresse sein"},
	{"is not allowed for a lost shipment", "ist bei einer verlorenen Sendung nicht möglich"},
	{"is not a shipment of the order", "ist keine Sendung der Bestellung"},
	{"must not be given beside another billing address",
		"darf neben einer anderen Rechnungsadresse nicht angegeben werden"},
	{"must not be given beside another destination", "darf neben einem anderen Ziel nicht angegeben werden"},
	{"must not be given beside its parts", "darf neben seinen Teilen nicht angegeben werden"},
	{"is required, or address", "muss angegeben werden, oder address"},
	{"needs shipTo, the address to save", "braucht shipTo, die Adresse, die gespeichert werden soll"},
	{"is for guests", "ist nur für Gäste"},
	{"is required of a guest", "muss bei einem Gast angegeben werden"},
	{"is for users", "ist nur für angemeldete Kunden"},
	{"is required of a guest, or recipient", "muss bei einem Gast angegeben werden, oder recipient"},
	{"would make more than 999 of this in the cart", "ergäbe mehr als 999 davon im Warenkorb"},
	{
		"would make the cart cost more than can be paid",
		"ergäbe einen Warenkorb, der mehr kostet, als bezahlt werden kann",
	},
	{"is no saved recipient of the caller", "ist kein gespeicherter Empfänger von Ihnen"},
	{"is no address of the caller", "ist keine Adresse von Ihnen"},
	{"is required: there is no default address", "muss angegeben werden: Es gibt keine Standardadresse"},
	{"is no shipping method to this destination", "ist keine Versandart an dieses Ziel"},
	{"is not a line of the order", "ist keine Position der Bestellung"},
	{
		"must not be more than the %d that may be returned now",
		"darf nicht mehr sein als die %d, die jetzt zurückgegeben werden können",
	},
	{"must not be more than the %d that were ordered", "darf nicht mehr sein als die %d, die bestellt wurden"},
	{
		"must not be more than the %s that are left to refund",
		"darf nicht mehr sein als die %s, die noch erstattet werden können",
	},
	{"must not be more than a day ahead", "darf nicht mehr als einen Tag in der Zukunft liegen"},
	{"must not be before the order was placed", "darf nicht vor der Bestellung liegen"},
	{
		"must be %s, for which taxes and shipping were calculated",
		"muss %s sein, wofür Steuern und Versand berechnet wurden",
	},
	{"would make more than 1000000000 units", "ergäbe mehr als 1000000000 Stück"},
	{"must be a name of the IANA database", "muss ein Name der IANA-Datenbank sein"},
	{"must be before to", "muss vor to liegen"},
	{"must be at most %d intervals before to", "darf höchstens %d Abschnitte vor to liegen"},
	{"is for wholesale accounts only", "gibt es nur für Geschäftskunden"},
	{"is not taken for this country", "wird für dieses Land nicht angenommen"},
	{"is not taken by this shop", "wird in diesem Shop nicht angenommen"},
	{"takes amounts from %s on", "ist erst ab %s möglich"},
	{"takes amounts up to %s", "ist nur bis %s möglich"},
	{"is needed by buy_x_get_y", "wird für buy_x_get_y gebraucht"},
	{"is of buy_x_get_y alone", "gibt es nur bei buy_x_get_y"},
	{"must be at most 100 percent", "darf höchstens 100 Prozent sein"},
	{"must be less than 100 percent", "muss weniger als 100 Prozent sein"},
	{"must be more than the amount: nothing is given away", "muss mehr als der Betrag sein: Es wird nichts verschenkt"},
	{"must be after startsAt", "muss nach startsAt liegen"},
	{"must not be below used", "darf nicht kleiner als used sein"},
	{
		"is required: the product has several variants",
		"muss angegeben werden: Das Produkt hat mehrere Varianten",
	},
	{"is no variant of the product that is sold", "ist keine Variante des Produkts, die verkauft wird"},
	{"is not offered: the seller has no address", "wird nicht angeboten: Der Verkäufer hat keine Adresse"},
	{
		"is required: the price of the shipping depends on the postal code",
		"muss angegeben werden: Der Versandpreis hängt von der Postleitzahl ab",
	},
	{
		"has no postal code, and the price of the shipping depends on the postal code",
		"hat keine Postleitzahl, und der Versandpreis hängt von ihr ab",
	},
	{"must not be given: the buyer collects the goods", "darf nicht angegeben werden: Die Ware wird abgeholt"},
	{"must not be given for a pickup", "darf bei Abholung nicht angegeben werden"},
	{
		"is required where there are postal prefixes",
		"muss angegeben werden, wo es Anfänge von Postleitzahlen gibt",
	},
	{"is no country of the method", "ist kein Land der Versandart"},
	{
		"has a country, a prefix, a weight and goods that an earlier row has",
		"hat Land, Postleitzahl, Gewicht und Warenwert einer früheren Zeile",
	},
	{"must be capital letters and digits", "muss aus Großbuchstaben und Ziffern bestehen"},
	{"must be between 0 and %d", "muss zwischen 0 und %d liegen"},
	{"The file is larger than 1 MiB.", "Die Datei ist größer als 1 MiB."},
	{"must have at most %d rows", "darf höchstens %d Zeilen haben"},
	{"capital letters and digits", "Großbuchstaben und Ziffern"},
	{
		"A withdrawal that names the order waits for a decision.",
		"Ein Widerruf, der die Bestellung nennt, wartet auf eine Entscheidung.",
	},
	{"is excluded from the right of withdrawal", "ist vom Widerrufsrecht ausgenommen"},
	{"must be an order that is known", "muss eine bekannte Bestellung sein"},
	{"must be a product of the shop", "muss ein Produkt des Ladens sein"},
	{"must be a text without a URL", "muss ein Text ohne Internetadresse sein"},
}
