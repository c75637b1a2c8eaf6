import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Rechnungen', none: 'Diesen Beleg gibt es nicht.', search: 'Nummer, Bestellung, Name oder Firma',
  empty: 'Rechnungen erscheinen hier mit der ersten Sendung einer Bestellung, sobald der Shop einen Verkäufer hat.',
  number: 'Nummer', kind: 'Art', issuedAt: 'Ausgestellt', buyer: 'Käufer', net: 'Ohne USt.', tax: 'USt.',
  gross: 'Mit USt.', rate: 'USt.-Satz', total: 'Summe', lines: 'Positionen', taxes: 'Umsatzsteuer', about: 'Angaben',
  parties: 'Käufer und Verkäufer', refersTo: 'Bezieht sich auf', later: 'Belege, die sich darauf beziehen',
  reason: 'Warum ersetzt', suppliedAt: 'Geliefert', dueAt: 'Zu bezahlen bis', payment: 'Zahlung',
  paid: 'Bezahlt bei Ausstellung', language: 'Sprache', vatId: 'USt-IdNr. des Käufers',
  sellerVatId: 'USt-IdNr. des Verkäufers', taxNumber: 'Steuernummer des Verkäufers', shipTo: 'Lieferadresse',
  seller: 'Verkäufer', ofOrder: 'Belege', takenOff: 'Um diese Beträge mindert sich die Rechnung.',
  noneOfOrder: 'Noch ist kein Beleg ausgestellt.',
  noSeller: 'Solange in den Einstellungen kein Verkäufer steht, wird keine Rechnung ausgestellt.',
  toSettings: 'Einstellungen öffnen',
  article: 'Artikel', quantity: 'Menge', shipping: 'Versand',
  address: {
    fullName: 'Name', company: 'Firma', line1: 'Straße und Nummer', line2: 'Adresszusatz', postalCode: 'Postleitzahl',
    city: 'Ort', state: 'Bundesland', country: 'Land', phone: 'Telefon',
  },
  kinds: { invoice: 'Rechnungen', correction: 'Korrekturen', cancellation: 'Stornos' },
  states: {
    invoice: 'Rechnung', correction: 'Rechnungskorrektur', cancellation: 'Stornorechnung',
    cancelled: 'Rechnung, storniert',
  },
  files: { unavailable: 'Die Datei wird noch erstellt. Versuchen Sie es gleich noch einmal.' },
  issue: {
    button: 'Rechnung ausstellen', title: 'Die Rechnung der Bestellung %{number} jetzt ausstellen?',
    text: 'Mit der ersten Sendung kommt sie von selbst. Der Käufer bekommt sie per Mail.',
    done: 'Die Rechnung der Bestellung %{number} ist ausgestellt.',
  },
  reissue: {
    button: 'Ersetzen', title: 'Rechnung %{number} ersetzen?',
    text: 'Steht auf der Stornorechnung. Der Käufer bekommt sie mit der neuen Rechnung per Mail.',
    other: 'An eine andere Adresse', done: '%{number} ist storniert, %{issued} tritt an ihre Stelle.',
  },
  export: {
    button: 'Zeitraum exportieren', title: 'Die Belege eines Zeitraums exportieren', submit: 'Als ZIP speichern',
    text: 'Alle PDF- und XML-Dateien dieser Tage mit einer Liste als CSV; höchstens 366 Tage.',
    unavailable: 'Einige Dateien werden noch erstellt. Versuchen Sie es gleich noch einmal.',
  },
};
