export const texts = {
  title: 'Einstellungen', text: 'Eine Änderung gilt sofort, für Bestellungen ab jetzt.',
  edit: 'Bearbeiten: %{group}', done: '%{group}: gespeichert.', missing: 'Fehlt, bevor der Shop verkaufen sollte: %{fields}.',
  pinned: 'durch %{key} in der Konfiguration des Dienstes festgelegt', on: 'ja', off: 'nein',
  groups: {
    profile: 'Shop', seller: 'Verkäufer', bank: 'Bankkonto', tax: 'Umsatzsteuer', checkout: 'Kasse', loyalty: 'Punkte', mail: 'Mails',
  },
  languages: { en: 'Englisch', de: 'Deutsch' },
  fields: {
    name: 'Name', email: 'E-Mail', phone: 'Telefon', website: 'Website', country: 'Land', timeZone: 'Zeitzone', locales: 'Sprachen',
    locale: 'Hauptsprache', orderUrl: 'Seite einer Bestellung', productUrl: 'Seite eines Produkts', line1: 'Straße und Hausnummer',
    line2: 'Weitere Zeile', postalCode: 'Postleitzahl', city: 'Ort', vatId: 'USt-IdNr.', taxNumber: 'Steuernummer',
    register: 'Handelsregister', managers: 'Geschäftsführung', returnsAddress: 'Adresse für Retouren', iban: 'IBAN', bic: 'BIC',
    holder: 'Kontoinhaber', bank: 'Bank', rates: 'Steuersätze', destinationRates: 'Sätze des Ziellandes',
    methods: 'Zahlungsarten', guestCheckout: 'Bestellen ohne Konto', paymentDeadline: 'Wartet auf eine Überweisung',
    cardDeadline: 'Wartet auf eine Kartenzahlung', lowStock: 'Niedriger Bestand', enabled: 'Punkte werden gesammelt',
    pointsPerEuro: 'Punkte je EUR', pointsPerShare: 'Punkte für das Teilen eines Produkts', voucherDays: 'Tage, die ein Gutschein gilt',
    senderName: 'Absender', replyTo: 'Antworten gehen an',
  },
  help: {
    timeZone: 'Wo die Tage des Shops beginnen, etwa Europe/Berlin.', orderUrl: 'Mit {token}, für Mails an Gäste.',
    productUrl: 'Mit {slug}.', bank: 'Ihr Name; ohne IBAN das Konto als Text.',
    rates: 'Eine Zeile je Land: DE 19 7, also voller und ermäßigter Satz, und vielleicht der erste Tag: DE 20 7 2027-01-01.',
    destinationRates: 'Für Shops, die mehr als 10 000 EUR im Jahr in andere Mitgliedstaaten schicken.',
    paymentDeadline: 'Etwa 72h.', cardDeadline: 'Etwa 30m.', lowStock: 'Ab so wenigen Stück wird das Team benachrichtigt.',
  },
};
