import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Bestellungen', one: 'Bestellung %{number}', search: 'Nummer, Name, Artikel oder Adresse', number: 'Nummer',
  placed: 'Bestellt', customer: 'Kunde', guest: 'Gast', stage: 'Status', payment: 'Zahlung', total: 'Summe',
  items: 'Artikel', empty: 'Bestellungen erscheinen hier, sobald jemand etwas kauft.',
  none: 'Diese Bestellung gibt es nicht.', article: 'Artikel', quantity: 'Menge', price: 'Preis', sum: 'Summe',
  subtotal: 'Zwischensumme', discount: 'Rabatt', freeShipping: '%{name}: Versand kostenlos, spart %{saved}',
  shipping: 'Versand', tax: '%{rate} % USt. enthalten in %{gross}',
  taxOn: '%{rate} % USt. auf %{net}', net: 'Preise ohne USt.: Sie kommt unten hinzu.',
  subtotalNet: 'Zwischensumme ohne USt.', shippingNet: 'Versand ohne USt.', priceNet: 'Preis ohne USt.',
  sumNet: 'Summe ohne USt.', totalNet: 'Summe mit USt.',
  refunded: 'Erstattet', kept: 'Bleibt', address: 'Lieferadresse', collectAt: 'Abholung bei', billing: 'Rechnungsadresse',
  method: 'Versandart',
  customerNote: 'Nachricht des Kunden', shipments: 'Sendungen', noShipments: 'Noch ist nichts versandt.',
  refunds: 'Erstattungen', cancelledBecause: 'Storniert: %{reason}', commands: 'Nächste Schritte',
  nothingNext: 'Es ist nichts mehr zu tun.', shipped: 'Versandt', returned: 'Zurück', cancelled: 'Storniert',
  left: 'Noch zu versenden', returnUntil: 'Rückgabe möglich bis', dueUntil: 'Zu bezahlen bis',
  soFar: '%{smart_count} Bestellung, %{spent} ausgegeben |||| %{smart_count} Bestellungen, %{spent} ausgegeben',
  allOf: 'Alle Bestellungen dieses Kunden', returns: 'Retouren dieser Bestellung', withdrawals: 'Widerrufe mit dieser Nummer',
  withdrawUntil: 'Widerruf möglich bis',
  withdrawalStates: {
    received: 'Widerruf eingegangen', matched: 'Widerrufen', contested: 'Widerruf nicht anerkannt',
    settled: 'Widerrufen, abgeschlossen',
  },
  choose: { type: 'Tippen Sie eine Nummer oder einen Namen.', none: 'Keine solche Bestellung.' },
  eventLog: 'Ereignisse dieser Bestellung', timeline: 'Verlauf', by: 'von %{actor}', notes: 'Notizen der Mitarbeiter',
  noNotes: 'Noch keine Notiz.', mails: 'Mails zu dieser Bestellung', received: 'Eingegangen', due: 'Noch zu zahlen',
  noTracking: 'Ohne Sendungsnummer', toCollect: 'Zur Abholung', notReady: 'Es liegt noch nichts zur Abholung bereit.',
  tabs: { all: 'Alle', toPay: 'Zu bezahlen', toShip: 'Zu versenden', underWay: 'Unterwegs', done: 'Fertig' },
  markPaid: {
    button: 'Bezahlt', title: 'Ist Bestellung %{number} bezahlt?',
    text: '%{total} sind eingegangen. Der Kunde erfährt es, und die Bestellung kann gepackt werden.',
    done: 'Bestellung %{number} ist bezahlt.',
  },
  process: {
    button: 'Packen beginnen', title: 'Bestellung %{number} packen?',
    text: 'Sobald gepackt wird, kann der Kunde nicht mehr selbst stornieren.',
    done: 'Bestellung %{number} wird gepackt.',
  },
  ship: {
    button: 'Versenden', title: 'Bestellung %{number} versenden', carrier: 'Zusteller', tracking: 'Sendungsnummer',
    trackingHelp: 'Keine für einen Brief, den eigenen Wagen oder abgeholte Ware.', link: 'Link zur Sendung',
    left: 'noch %{left} von %{all}', all: 'Alle', none: 'Keine',
    remain: '%{lines} von %{all} Zeilen bleiben für eine weitere Sendung.', remainNone: 'Es bleibt nichts übrig.',
    done: 'Bestellung %{number} ist versandt.',
  },
  ready: {
    button: 'Abholbereit', title: 'Bestellung %{number} kann abgeholt werden', remain: '%{lines} von %{all} Zeilen sind noch nicht bereit.',
    done: 'Bestellung %{number} ist abholbereit.',
  },
  collected: {
    button: 'Abgeholt', title: 'Wurde Bestellung %{number} abgeholt?', text: 'Der Kunde erfährt es per Mail.', done: 'Bestellung %{number} ist abgeholt.',
  },
  pickupStages: { partially_shipped: 'Teilweise abholbereit', shipped: 'Abholbereit', delivered: 'Abgeholt' },
  pickupEvents: { shipped: 'Abholbereit', delivered: 'Abgeholt', undelivered: 'Nicht abgeholt' },
  deliver: {
    button: 'Zugestellt', title: 'Ist Bestellung %{number} angekommen?',
    text: 'Alles, was unterwegs ist, gilt als zugestellt.', done: 'Bestellung %{number} ist zugestellt.',
  },
  cancel: {
    button: 'Stornieren', title: 'Bestellung %{number} stornieren?',
    text: 'Die Ware geht zurück in den Bestand, und was bezahlt ist, wird erstattet.',
    done: 'Bestellung %{number} ist storniert.',
  },
  refund: { button: 'Erstatten' },
  cancellations: {
    customer: 'durch den Kunden', admin: 'durch den Shop', payment_timeout: 'nicht rechtzeitig bezahlt',
  },
  trackings: {
    label_created: 'Etikett erstellt', picked_up: 'Abgeholt', in_transit: 'Unterwegs',
    out_for_delivery: 'In Zustellung', attempted: 'Zustellversuch', delayed: 'Verspätet', delivered: 'Zugestellt',
    exception: 'Schwierigkeiten unterwegs', return_to_sender: 'Auf dem Rückweg',
  },
  note: {
    button: 'Notiz schreiben', title: 'Notiz zu Bestellung %{number}', text: 'Der Kunde sieht sie nie.', field: 'Notiz',
    done: 'Die Notiz ist gespeichert.',
  },
  slip: {
    button: 'Packzettel', ofLeft: 'Packzettel für den Rest', title: 'Packzettel %{number}', print: 'Drucken',
    back: 'Zurück zur Bestellung', parcel: 'Sendung', packed: 'Gepackt', nothing: 'Es ist nichts mehr zu packen.',
    units: '%{smart_count} Stück insgesamt |||| %{smart_count} Stück insgesamt',
  },
  arrived: {
    button: 'Angekommen', title: 'Ist Sendung %{number} angekommen?',
    text: 'Sie gilt als zugestellt, andere bleiben unterwegs. Der Kunde erfährt es per Mail.',
    done: 'Sendung %{number} ist zugestellt.',
  },
  track: {
    button: 'Meldung des Zustellers', title: 'Was der Zusteller zu %{name} meldet', submit: 'Eintragen',
    status: 'Meldung', statusHelp: 'Mit „Zugestellt“ gilt die Sendung als zugestellt.', location: 'Wo',
    description: 'Text des Zustellers', occurredAt: 'Wann', occurredAtHelp: 'Leer: jetzt.',
    done: 'Die Meldung steht im Verlauf.',
  },
  shipTo: {
    button: 'Adresse ändern', title: 'Wohin Bestellung %{number} geht',
    done: 'Bestellung %{number} geht an die neue Adresse.', fullName: 'Name', company: 'Firma', phone: 'Telefon',
    line1: 'Straße und Nummer', line2: 'Adresszusatz', postalCode: 'Postleitzahl', city: 'Ort', state: 'Bundesland',
    country: 'Land', countryHelp: 'Bleibt: Steuern und Versand sind dafür berechnet.',
  },
  billTo: {
    button: 'Rechnungsadresse ändern', title: 'Wohin die Rechnung zu Bestellung %{number} geht',
    done: 'Die Rechnung zu Bestellung %{number} geht an die neue Adresse.', same: 'Wie die Lieferadresse',
    none: 'Bei Bestellungen aus dieser Zeit nicht gespeichert', vatId: 'USt-IdNr. %{vatId}',
    countryHelp: 'Ändert keine Steuer, die sich nach der Lieferadresse richtet.',
  },
  filters: { stage: 'Status', paymentStatus: 'Zahlung', fulfillmentStatus: 'Ware', paymentMethod: 'Bezahlt mit' },
  actors: {
    you: 'Ihnen', customer: 'dem Kunden', system: 'dem Shop selbst', key: 'einem API-Schlüssel', unknown: 'unbekannt',
  },
  events: {
    placed: 'Bestellt', paid: 'Bezahlt', processing: 'Packen begonnen', address_changed: 'Adresse geändert',
    billing_address_changed: 'Rechnungsadresse geändert',
    shipped: 'Versandt', delivered: 'Zugestellt', cancelled: 'Storniert', return_requested: 'Retoure angemeldet',
    returned: 'Ware zurück', refunded: 'Erstattet', undelivered: 'Nicht angekommen',
    items_cancelled: 'Einheiten storniert', disputed: 'Zahlung angefochten', dispute_won: 'Anfechtung gewonnen',
    dispute_lost: 'Anfechtung verloren',
  },
  bulk: {
    markPaid: {
      button: 'Bezahlt', title: 'Ist %{smart_count} Bestellung bezahlt? |||| Sind %{smart_count} Bestellungen bezahlt?',
      text: 'Zusammen sind %{total} eingegangen. Die Kunden erfahren es, und die Bestellungen können gepackt werden.',
    },
    process: {
      button: 'Packen beginnen', title: '%{smart_count} Bestellung packen? |||| %{smart_count} Bestellungen packen?',
      text: 'Sobald gepackt wird, können die Kunden nicht mehr selbst stornieren.',
    },
  },
  markUnpaid: {
    button: '„Bezahlt“ zurücknehmen', title: 'Ist Bestellung %{number} doch nicht bezahlt?',
    text: 'Sie wartet wieder auf ihre Zahlung, mit einer neuen Frist. Es geht keine Mail hinaus.',
    field: 'Warum, für die Mitarbeiter', done: 'Bestellung %{number} ist wieder unbezahlt.',
  },
  cancelItems: {
    button: 'Einheiten stornieren', title: 'Welche Einheiten der Bestellung %{number} werden nicht gesendet?',
    text: 'Sie gehen zurück in den Bestand, was dafür bezahlt wurde, wird erstattet, und der Kunde bekommt eine Mail.',
    whole: 'Das sind alle Einheiten: Die Bestellung wird storniert.',
    done: 'Die Einheiten der Bestellung %{number} sind storniert.',
  },
  undelivered: {
    button: 'Nicht angekommen', title: 'Was wurde aus %{name}?', submit: 'Festhalten',
    text: 'Die Einheiten gelten als nicht versandt: Senden Sie sie noch einmal, oder stornieren Sie sie.',
    restock: 'Die Ware geht zurück in den Bestand', done: '%{name} kam nicht an.',
    outcomes: { returned: 'Es kam zurück', lost: 'Es ist verloren' },
    ended: { returned: 'kam zurück', lost: 'verloren' },
  },
  dispute: {
    title: 'Die Zahlung ist angefochten',
    open: 'Der Käufer hat die Zahlung angefochten. Antworten Sie beim Kartenanbieter bis %{due}; bis dahin lässt ' +
      'sich nichts erstatten.',
    openNoDate: 'Der Käufer hat die Zahlung angefochten. Antworten Sie beim Kartenanbieter; bis dahin lässt sich ' +
      'nichts erstatten.',
    won: 'Die Anfechtung ist gewonnen: Das Geld bleibt.',
    lost: 'Die Anfechtung ist verloren: Das Geld ist zurück beim Käufer.',
  },
  onItsWay: {
    title: 'Das Geld ist unterwegs',
    text: 'Der Kunde hat online mit etwas bezahlt, das Tage dauert, etwa einer Lastschrift. Die Ware wird zurückgehalten, bis das Geld kommt, höchstens bis',
  },
  openReturn: { button: 'Retoure eröffnen' },
};
