import { remove } from '../ui/texts.de';
import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Kollektionen', empty: 'Kollektionen fassen Waren quer durch die Kategorien zusammen: Geschenke, eine Saison. Legen Sie hier die erste an.',
  new: 'Neue Kollektion', none: 'Diese Kollektion gibt es nicht.', basics: 'Grundlagen', published: 'Im Shop zu sehen', on: 'zu sehen', off: 'nicht zu sehen',
  products: 'Produkte', noProducts: 'Noch keine Produkte. Wählen Sie welche, oder lassen Sie eine Regel sie finden.', byRule: 'nach Regel', rule: 'Regel',
  image: 'Bild', status: 'Status', slug: 'Name in Adressen', description: 'Beschreibung', position: 'Position',
  positionHelp: 'Niedrigere stehen zuerst; gleiche nach dem Namen.', changed: 'Geändert', sameImage: 'das Bild wie zuvor',
  otherImage: 'ein anderes Bild', productsOf: '%{smart_count} Produkt |||| %{smart_count} Produkte',
  pick: 'Produkte wählen', pickTitle: 'Produkte von %{name}', setRule: 'Nach Regel finden', ruleTitle: 'Regel von %{name}',
  ruleHelp: 'Was die Regel findet, ist in der Kollektion, jetzt und später. Was leer bleibt, filtert nicht.',
  everything: 'Alle Produkte', stars: '%{smart_count} Stern oder mehr |||| %{smart_count} Sterne oder mehr',
  rules: {
    q: 'Wörter', brand: 'Marken', category: 'Kategorien', options: 'Optionen', optionsHelp: 'Je Zeile eine, wie Farbe: Weiß, Schwarz',
    tag: 'Schlagwörter', attributes: 'Attribute', attributesHelp: 'Je Zeile eines mit seinem Code, wie roast: dark, medium oder weight: 250..500. Kommazahlen mit Punkt.',
    minPrice: 'Preis ab', maxPrice: 'Preis bis', inStock: 'Lieferbar', onSale: 'Reduziert', minRating: 'Bewertung', sort: 'Reihenfolge', any: 'Egal',
  },
  sorts: {
    relevance: 'Beste Treffer', newest: 'Neu zuerst', price: 'Preis, niedrigster zuerst', '-price': 'Preis, höchster zuerst', name: 'Name',
    '-rating': 'Beste Bewertung', rating: 'Beste Bewertung', bestselling: 'Meistverkauftes', '-discount': 'Am stärksten reduziert',
  },
  publish: { button: 'Im Shop zeigen', title: '%{name} im Shop zeigen?', text: 'Sie ist sofort im Shop.', done: '%{name} ist zu sehen.' },
  hide: { button: 'Verbergen', title: '%{name} verbergen?', text: 'Links darauf führen so lange ins Leere.', done: '%{name} ist nicht mehr zu sehen.' },
  remove: remove('Kollektion'),
};
