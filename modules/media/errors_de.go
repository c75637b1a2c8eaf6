package media

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{
		"Products, brands, categories, collections or the shop itself show the picture.",
		"Produkte, Marken, Kategorien, Kollektionen oder der Shop selbst zeigen das Bild.",
	},
	{"The pixels of the picture take more than 16 MiB.", "Die Bildpunkte brauchen mehr als 16 MiB."},
	{"There is no such picture.", "Dieses Bild gibt es nicht."},
	{"is broken: it can't be decoded", "ist beschädigt: Es lässt sich nicht lesen"},
	{"is animated: only still pictures are taken", "ist animiert: Es geht nur mit stehenden Bildern"},
	{"must have at most 40 megapixels", "darf höchstens 40 Megapixel haben"},
	{
		"must have at most 16 megapixels as a progressive JPEG in CMYK",
		"darf als progressives JPEG in CMYK höchstens 16 Megapixel haben",
	},
	{"must be a JPEG, PNG or WebP picture", "muss ein Bild in JPEG, PNG oder WebP sein"},
}
