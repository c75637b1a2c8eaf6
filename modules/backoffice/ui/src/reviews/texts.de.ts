import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Bewertungen', empty: 'Kunden bewerten, was sie gekauft haben; die Bewertungen erscheinen hier.',
  rating: 'Sterne', message: 'Text', author: 'Von', written: 'Geschrieben', search: 'Text', product: 'Produkt',
  anyRating: 'Alle Sterne', stars: '%{smart_count} Stern |||| %{smart_count} Sterne', verified: 'hat es gekauft',
  hide: {
    button: 'Ausblenden', title: 'Diese Bewertung ausblenden?',
    text: 'Sie verschwindet aus dem Shop. %{author} liest Ihren Grund.', done: 'Die Bewertung ist ausgeblendet.',
    already: 'Jemand hat sie schon ausgeblendet. Der Verfasser liest den ersten Grund: %{reason}',
  },
  show: {
    button: 'Einblenden', title: 'Diese Bewertung wieder einblenden?', text: 'Sie steht wieder im Shop.',
    done: 'Die Bewertung ist eingeblendet.',
  },
  states: { visible: 'Sichtbar', hidden: 'Ausgeblendet' },
  bulk: {
    hide: {
      button: 'Ausblenden', title: '%{smart_count} Bewertung ausblenden? |||| %{smart_count} Bewertungen ausblenden?',
      text: 'Sie verschwinden aus dem Shop. Jeder Verfasser liest Ihren Grund.',
    },
  },
};
