import type { texts as en } from './texts.en';

export const texts: typeof en = {
  import: 'Importieren', exportAll: 'Exportieren', title: 'Kunden', none: 'Dieses Konto gibt es nicht.', empty: 'Noch hat sich niemand registriert.',
  search: 'Name oder E-Mail', type: 'Konto', since: 'Seit', active: 'aktiv', disabled: 'gesperrt', profile: 'Profil',
  business: 'Betrieb', verified: 'E-Mail bestätigt', anyType: 'Jedes Konto', anyState: 'Aktive und gesperrte',
  sort: 'Reihenfolge', orders: 'Bestellungen', allOrders: 'Alle Bestellungen', spent: 'Ausgegeben',
  noOrders: 'Noch keine Bestellung.', applications: 'Anträge auf Großhandel',
  noApplications: 'Kein Antrag hat diese E-Mail-Adresse.', mails: 'Mails', history: 'Was geschah',
  noHistory: 'Noch ist nichts geschehen.', addresses: 'Adressen', noAddresses: 'Noch keine Adresse.',
  isDefault: 'Standard', sessions: 'Angemeldet auf', noSessions: 'Nirgends angemeldet.', lastUsed: 'zuletzt benutzt',
  vouchers: 'Gutscheine', noVouchers: 'Noch kein Gutschein.', ledger: 'Punkte', noPoints: 'Noch keine Punkte.',
  balance: '%{points} Punkte, %{value} wert', pointsOf: '%{points} → %{balance}', until: 'bis', submitted: 'Gestellt',
  audit: 'Protokoll', roles: { customer: 'Kunden', staff: 'Mitarbeiter', admin: 'Inhaber' },
  roleOf: { customer: 'Kunde', staff: 'Mitarbeiter', admin: 'Inhaber' },
  sorts: { '-createdAt': 'Neueste zuerst', createdAt: 'Älteste zuerst', fullName: 'Nach Namen', email: 'Nach E-Mail' },
  end: {
    button: 'Beenden', title: 'Diese Sitzung beenden?', text: '%{device} muss sich neu anmelden.',
    done: 'Die Sitzung ist beendet.',
  },
  endAll: {
    button: 'Alle Sitzungen beenden', title: '%{name} überall abmelden?', text: 'Jedes Gerät muss sich neu anmelden.',
    done: '%{name} ist überall abgemeldet.',
  },
  export: { button: 'Daten exportieren', done: 'Die Datei enthält alles, was über %{name} gespeichert ist.' },
  erase: {
    button: 'Löschen', title: '%{name} endgültig löschen?',
    text: 'Profil, Adressen, Punkte, Bewertungen und die Namen in Bestellungen und Mails verschwinden. Bestellungen ' +
      'bleiben ohne Namen. Das lässt sich nicht zurücknehmen.',
    open: 'Es gibt eine Bestellung, die nicht erledigt ist. Sie behält bis zu ihrem Ende, wohin sie geht. |||| Es ' +
      'gibt %{smart_count} Bestellungen, die nicht erledigt sind. Sie behalten bis zu ihrem Ende, wohin sie gehen.',
    type: 'Zur Bestätigung %{email} eingeben', reason: 'Grund, ohne Namen: Er bleibt im Protokoll',
    done: 'Das Konto ist gelöscht.', guestDone: 'Der Gast ist gelöscht.',
    guestText: 'Die Namen in Bestellungen und Mails werden gelöscht. Eine offene Bestellung behält, wohin sie geht, ' +
      'bis sie beendet ist. Das lässt sich nicht rückgängig machen.',
  },
  correct: {
    button: 'Name oder Telefon berichtigen', title: 'Name und Telefon von %{name}', done: '%{name} ist gespeichert.',
  },
  disable: {
    button: 'Sperren', title: '%{name} sperren?',
    text: 'Das Konto wird überall abgemeldet und kann sich nicht anmelden.', done: '%{name} ist gesperrt.',
  },
  enable: {
    button: 'Freigeben', title: '%{name} freigeben?', text: 'Das Konto kann sich wieder anmelden.',
    done: '%{name} ist freigegeben.',
  },
  points: {
    button: 'Punkte anpassen', title: 'Punkte von %{name}', text: 'Eine negative Zahl nimmt Punkte weg.',
    field: 'Punkte', change: '%{before} → %{after}', done: 'Das Konto hat jetzt %{balance} Punkte.',
  },
  vatId: {
    title: 'USt-IdNr.', none: 'Keine USt-IdNr.', vatId: 'USt-IdNr.', status: 'Status', name: 'Name', address: 'Adresse',
    checkedAt: 'Geprüft', validUntil: 'Gültig bis', consultationNumber: 'Nachweis', evidence: 'Nachweise',
    noEvidence: 'Noch keine Antwort.', answer: 'Antwort', source: 'Von',
    counts: 'Eine gültige USt-IdNr. zählt bei Großhandelskonten: Bestellungen in andere Staaten der EU sind ohne ' +
      'Mehrwertsteuer.',
    states: { pending: 'nicht nachgewiesen', valid: 'gültig', invalid: 'ungültig' },
    sources: { vies: 'MIAS', staff: 'Mitarbeiter' },
    confirm: {
      button: 'USt-IdNr. bestätigen', title: '%{vatId} bestätigen?', number: 'Nummer des Nachweises',
      text: 'Anderswo nachgewiesen, etwa durch die qualifizierte Bestätigung des BZSt.', why: 'Grund, für das Protokoll',
      done: '%{vatId} ist gültig.',
    },
  },
  entryKinds: {
    share: 'Geteilt', order: 'Bestellung', redeem: 'Eingelöst', reversal: 'Zurückgenommen', adjustment: 'Angepasst',
  },
  voucherStates: { available: 'einlösbar', spent: 'eingelöst', expired: 'abgelaufen', voided: 'ungültig' },
};
