import type { texts as en } from './texts.en';
import { remove } from '../ui/texts.de';

export const texts: typeof en = {
  description: 'Beschreibung', position: 'Position', positionHelp: 'Niedrigere stehen zuerst; gleiche nach dem Namen.', image: 'Bild',
  sameImage: 'das Bild wie zuvor', otherImage: 'ein anderes Bild',
  logo: 'Adresse des Logos', parent: 'Unter', top: 'Ganz oben', changed: 'Geändert', products: 'Produkte',
  productsOf: '%{smart_count} Produkt |||| %{smart_count} Produkte', chooseOne: 'Wählen Sie eine Kategorie.',
  newBelow: 'Neue Kategorie darunter', move: 'Verschieben', moveTitle: 'Wo soll %{name} stehen?',
  keys: 'Die Pfeiltasten gehen durch den Baum.',
  brands: {
    title: 'Marken', empty: 'Kunden finden Produkte über ihre Marke; legen Sie hier die erste an.', new: 'Neue Marke',
    remove: remove('Marke'),
  },
  categories: {
    title: 'Kategorien', empty: 'Kategorien sind die Regale des Shops; legen Sie hier die erste an.',
    new: 'Neue Kategorie', remove: remove('Kategorie'),
  },
};
