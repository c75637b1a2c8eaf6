import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Übersicht', todo: 'Zu tun', newest: 'Neueste Bestellungen', toPay: 'Seit 2 Tagen unbezahlte Bestellungen',
  toShip: 'Bestellungen zu versenden', toSend: 'Von Hand zu sendende Erstattungen', returns: 'Retouren zu entscheiden',
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
    product: { name: 'Ein Produkt', help: 'Legen Sie das erste an und veröffentlichen Sie es.' },
    method: { name: 'Eine Versandart', help: 'Ohne sie kann niemand bestellen.' },
    seller: { name: 'Wer verkauft', help: 'Die E-Mail-Adresse des Shops, Name und Anschrift des Verkäufers: Käufer müssen sie erfahren.' },
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
