import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Übersicht', todo: 'Zu tun', newest: 'Neueste Bestellungen', toPay: 'Seit 2 Tagen unbezahlte Bestellungen',
  owed: 'Unbezahlte Bestellungen auf Rechnung',
  toShip: 'Bestellungen zu versenden', toSend: 'Von Hand zu sendende Erstattungen', returns: 'Retouren zu entscheiden',
  withdrawals: 'Widerrufe zuzuordnen', overdue: 'Widerrufe mit überfälligem Geld',
  applications: 'Großhandelsanträge zu entscheiden', failedMails: 'Fehlgeschlagene Mails',
  deadEvents: 'Steckengebliebene Ereignisse', failedPayments: 'Fehlgeschlagene Zahlungen',
  lowStock: 'Varianten mit wenig Bestand', failed: 'konnte nicht geladen werden',
  noOrders: 'Bestellungen erscheinen hier, sobald jemand etwas kauft.',
  sales: {
    today: 'Heute', week: '7 Tage', month: '30 Tage', gross: 'Bestellt', placed: 'bestellt, bezahlt oder noch nicht',
    received: 'Eingegangen', orders: 'Bestellungen', average: 'Im Schnitt', refunds: 'Erstattungen',
    change: '%{percent} gegenüber %{before} davor', noBefore: 'Davor wurde nichts verkauft.',
    byDay: 'Umsatz in 30 Tagen', day: 'Tag', best: 'Am meisten verkauft', units: '%{units} verkauft',
    none: 'In 30 Tagen wurde nichts verkauft.', stages: 'Bestellungen nach Status',
  },
  firstDay: {
    title: 'Vor der ersten Bestellung', done: 'Erledigt', reading: 'Wird geladen…',
    product: { name: 'Ein Produkt', help: 'Legen Sie das erste an, mit Bildern, und veröffentlichen Sie es.' },
    stock: { name: 'Bestand', help: 'Sagen Sie, wie viele es gibt: Was ausverkauft ist, kann niemand bestellen.' },
    method: { name: 'Eine Versandart', help: 'Ohne sie kann niemand bestellen.' },
    usual: 'Umsatzsteuer, Zahlungsarten, Punkte und Mails beginnen, wie die meisten Shops sie haben; sehen Sie sie durch in den',
    settings: 'Einstellungen',
    profile: { name: 'Der Shop', help: 'Sein Name, und die E-Mail-Adresse, an die Kunden schreiben.' },
    seller: { name: 'Wer verkauft', help: 'Name und Anschrift des Verkäufers: Käufer müssen sie erfahren.' },
    legal: { name: 'Rechtstexte', help: 'Impressum, AGB, Datenschutz, Widerruf, Versand und Zahlung, in der Hauptsprache veröffentlicht.' },
    bank: {
      name: 'Ein Bankkonto',
      help: 'Wohin Kunden überweisen; ohne eins kann niemand per Überweisung zahlen.',
    },
    mail: {
      name: 'Mail',
      help: 'Dieser Dienst ist zum Ausprobieren: Mails erreichen niemanden. Setzen Sie mail.url in seiner ' +
        'Konfiguration und dev auf false.',
    },
  },
};
