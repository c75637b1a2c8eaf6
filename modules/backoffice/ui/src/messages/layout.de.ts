import type { layoutEn } from './layout.en';

export const layoutDe: typeof layoutEn = {
  menu: { waiting: 'warten', sales: 'Verkauf', goods: 'Ware', shop: 'Shop', staff: 'Team', behind: 'Hinter den Kulissen' },
  news: { bell: 'Posteingang: %{smart_count} ungelesen', one: 'Neu im Posteingang: %{title}' },
  notice: { dismiss: 'Ausblenden' },
  search: {
    title: 'Alles durchsuchen', placeholder: 'Bestellung, Kunde, Produkt oder Seite', results: 'Ergebnisse', pages: 'Seiten', busy: 'Wird gesucht …',
    failed: 'Nicht alles konnte durchsucht werden.', found: '%{smart_count} Ergebnis |||| %{smart_count} Ergebnisse',
  },
  shortcuts: {
    title: 'Tasten', ctrl: 'Strg', field: 'Zum Suchfeld', search: 'Alles durchsuchen', help: 'Diese Tasten', escape: 'Schließt, was offen ist',
    tab: 'Zum nächsten Link, Knopf oder Feld',
  },
  pages: {
    notFound: { title: 'Nicht gefunden', text: 'Diese Seite gibt es nicht. Die Adresse stimmt nicht, oder der Link ist veraltet.' },
    missing: { title: 'Nicht geladen', text: 'Ein Teil des Backoffice ließ sich nicht laden. Vielleicht wurde der Dienst gerade erneuert.' },
    forbidden: { title: 'Kein Zugang', text: 'Ihre Rolle hat keinen Zugang zu dieser Seite. Ein Inhaber kann das ändern.' },
  },
  bulk: {
    title: 'Auswahl', selected: '%{smart_count} ausgewählt', clear: 'Auswahl aufheben', selectPage: 'Alle Zeilen dieser Seite auswählen', selectOne: '%{name} auswählen',
    left: '%{smart_count} bleibt außen vor, weil sein Status es nicht erlaubt: %{names} |||| %{smart_count} bleiben außen vor, weil ihr Status es nicht erlaubt: %{names}',
    progress: 'Fortschritt', done: '%{done} von %{all} erledigt.', stop: 'Anhalten', again: 'Den Rest noch einmal (%{smart_count})', notBegun: 'nicht begonnen',
  },
  bulkOrders: {
    markPaid: {
      button: 'Bezahlt', title: 'Ist %{smart_count} Bestellung bezahlt? |||| Sind %{smart_count} Bestellungen bezahlt?',
      text: 'Zusammen sind %{total} eingegangen. Die Kunden erfahren es, und die Bestellungen können gepackt werden.',
    },
    process: {
      button: 'Packen beginnen', title: '%{smart_count} Bestellung packen? |||| %{smart_count} Bestellungen packen?',
      text: 'Sobald gepackt wird, können die Kunden nicht mehr selbst stornieren.',
    },
  },
  bulkReviews: {
    hide: {
      button: 'Ausblenden', title: '%{smart_count} Bewertung ausblenden? |||| %{smart_count} Bewertungen ausblenden?',
      text: 'Sie verschwinden aus dem Shop. Jeder Verfasser liest Ihren Grund.',
    },
  },
  export: { button: 'CSV exportieren', progress: 'Die Datei wird geladen', read: '%{size} kB' },
};
