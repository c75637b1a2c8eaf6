import type { ordersEn } from './orders.en';

export const ordersDe: typeof ordersEn = {
  sales: {
    today: 'Heute', week: '7 Tage', month: '30 Tage', gross: 'Bestellt', placed: 'bestellt, bezahlt oder noch nicht', received: 'Eingegangen', orders: 'Bestellungen', average: 'Im Schnitt', refunds: 'Erstattungen',
    change: '%{percent} gegenüber %{before} davor', noBefore: 'Davor wurde nichts verkauft.', byDay: 'Umsatz in 30 Tagen', day: 'Tag',
    best: 'Am meisten verkauft', units: '%{units} verkauft', none: 'In 30 Tagen wurde nichts verkauft.', stages: 'Bestellungen nach Status',
  },
  firstDay: {
    title: 'Vor der ersten Bestellung', done: 'Erledigt', reading: 'Wird geladen…',
    product: { name: 'Ein Produkt', help: 'Legen Sie das erste an und veröffentlichen Sie es.' },
    method: { name: 'Eine Versandart', help: 'Ohne sie kann niemand bestellen.' },
    bank: { name: 'Ein Bankkonto', help: 'Setzen Sie payments.bank_account in der Konfiguration des Dienstes: wohin Kunden überweisen.' },
    mail: { name: 'Mail', help: 'Dieser Dienst ist zum Ausprobieren: Mails erreichen niemanden. Setzen Sie mail.url in seiner Konfiguration und dev auf false.' },
  },
  order: {
    shipped: 'Versandt', returned: 'Zurück', cancelled: 'Storniert', returnUntil: 'Rückgabe möglich bis', left: 'Noch zu versenden', pendingRefunds: '%{pending} stehen aus.',
    now: 'Das geht nicht mehr: Die Bestellung ist inzwischen %{status}, %{payment}, %{fulfillment}.',
    soFar: '%{smart_count} Bestellung, %{spent} ausgegeben |||| %{smart_count} Bestellungen, %{spent} ausgegeben', allOf: 'Alle Bestellungen dieses Kunden', returns: 'Retouren dieser Bestellung', events: 'Ereignisse dieser Bestellung',
    timeline: 'Verlauf', by: 'von %{actor}', notes: 'Notizen der Mitarbeiter', noNotes: 'Noch keine Notiz.',
    note: { button: 'Notiz schreiben', title: 'Notiz zu Bestellung %{number}', text: 'Der Kunde sieht sie nie.', field: 'Notiz', done: 'Die Notiz ist gespeichert.' },
    mails: 'Mails zu dieser Bestellung',
    slip: {
      button: 'Packzettel', ofLeft: 'Packzettel für den Rest', title: 'Packzettel %{number}', print: 'Drucken', back: 'Zurück zur Bestellung',
      parcel: 'Sendung', packed: 'Gepackt', nothing: 'Es ist nichts mehr zu packen.', units: '%{smart_count} Stück insgesamt |||| %{smart_count} Stück insgesamt',
    },
    arrived: {
      button: 'Angekommen', title: 'Ist Sendung %{number} angekommen?', text: 'Sie gilt als zugestellt, andere bleiben unterwegs. Der Kunde erfährt es per Mail.',
      done: 'Sendung %{number} ist zugestellt.',
    },
    track: {
      button: 'Meldung des Zustellers', title: 'Was der Zusteller zu %{name} meldet', submit: 'Eintragen', status: 'Meldung', statusHelp: 'Mit „Zugestellt“ gilt die Sendung als zugestellt.',
      location: 'Wo', description: 'Text des Zustellers', occurredAt: 'Wann', occurredAtHelp: 'Leer: jetzt.', done: 'Die Meldung steht im Verlauf.',
    },
    shipTo: {
      button: 'Adresse ändern', title: 'Wohin Bestellung %{number} geht', done: 'Bestellung %{number} geht an die neue Adresse.', fullName: 'Name', phone: 'Telefon',
      line1: 'Straße und Nummer', line2: 'Adresszusatz', postalCode: 'Postleitzahl', city: 'Ort', state: 'Bundesland', country: 'Land',
      countryHelp: 'Bleibt: Steuern und Versand sind dafür berechnet.',
    },
    filters: { stage: 'Status', payment: 'Zahlung', fulfillment: 'Ware', method: 'Bezahlt mit', from: 'Von', until: 'Bis' },
    tabs: { all: 'Alle', toPay: 'Zu bezahlen', toShip: 'Zu versenden', underWay: 'Unterwegs', done: 'Fertig' },
  },
  actors: { you: 'Ihnen', customer: 'dem Kunden', system: 'dem Shop selbst', key: 'einem API-Schlüssel', unknown: 'unbekannt' },
  orderStates: { pending_payment: 'noch zu bezahlen', placed: 'eingegangen', processing: 'beim Packen', completed: 'fertig', cancelled: 'storniert' },
  fulfillments: {
    unfulfilled: 'nichts versandt', partially_shipped: 'teilweise versandt', shipped: 'versandt', delivered: 'zugestellt',
    partially_returned: 'teilweise zurück', returned: 'zurück',
  },
  timeline: {
    placed: 'Bestellt', paid: 'Bezahlt', processing: 'Packen begonnen', address_changed: 'Adresse geändert', shipped: 'Versandt', delivered: 'Zugestellt',
    cancelled: 'Storniert', return_requested: 'Retoure angemeldet', returned: 'Ware zurück', refunded: 'Erstattet',
    undelivered: 'Nicht angekommen', items_cancelled: 'Einheiten storniert', disputed: 'Zahlung angefochten', dispute_won: 'Anfechtung gewonnen', dispute_lost: 'Anfechtung verloren',
  },
  returnPage: { search: 'Bestellung, Name oder E-Mail', customer: 'Kunde', number: 'Bestellung', age: 'Wartet seit' },
};
