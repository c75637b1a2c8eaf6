import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Shop-Seiten',
  text: 'Wie die eigenen Seiten des Shops aussehen und was auf ihnen steht. Die Vorschau zeigt, was noch nicht gespeichert ist.',
  logo: 'Logo und Symbol stehen in den Einstellungen des Shops.',
  parts: { style: 'Farben und Formen', home: 'Startseite', head: 'Kopf', foot: 'Fuß' },
  saved: 'Die Shop-Seiten sind gespeichert.', theirs: 'Jemand anderes hat die Shop-Seiten inzwischen geändert. Die Vorschau zeigt Ihre Fassung.',
  remove: '%{name} entfernen', removeIt: 'Entfernen',
  colors: {
    accent: 'Hauptfarbe', paper: 'Grund', ink: 'Text', pick: 'Wählen: %{name}',
    mended: 'Gezeigt als %{color}: Sonst wären Texte nicht zu lesen.',
    help: { accent: 'Von Knöpfen und Zeichen, etwa #12504a.', paper: 'Alle anderen Gründe folgen ihm.', ink: 'Linien und blassere Texte folgen ihm.' },
  },
  scheme: { label: 'Dunkle Seiten', system: 'Für alle, die sie bevorzugen', light: 'Nie' },
  font: { label: 'Schrift', figtree: 'Figtree', system: 'Die des Geräts', serif: 'Eine des Geräts mit Serifen' },
  radius: 'Ecken in Pixeln', radiusHelp: 'Von 0, eckig, bis 16.',
  ratio: { label: 'Bilder der Waren', 1: 'Quadratisch', '4x5': 'Hoch (4 : 5)', '3x2': 'Breit (3 : 2)' },
  fit: { label: 'Bilder mit anderer Form', cover: 'Werden beschnitten', contain: 'Haben einen Rand' },
  blocks: {
    help: 'In dieser Reihenfolge. Reihen ohne Waren bleiben weg.', add: 'Block hinzufügen', details: 'Texte', detailsOf: 'Texte: %{name}',
    hero: 'Aufmacher', categories: 'Kategorien', new: 'Neue Waren', bestselling: 'Meistverkauftes', sale: 'Reduzierte Waren', text: 'Text', benefits: 'Versand, Rückgabe und Punkte',
    title: 'Titel', titleHelp: 'Leer: der übliche.', words: 'Text', markdown: 'Markdown: **fett**, [Links](/c/kaffee), Listen.', plain: 'Einfacher Text.',
    action: 'Knopf', link: 'Wohin der Knopf führt', picture: 'Bild',
  },
  link: { target: 'Seite', title: 'Titel', help: 'Eine Seite des Shops, etwa /c/kaffee, oder eine Adresse mit https.', new: 'Neuer Link', add: 'Link hinzufügen', addTo: 'Link hinzufügen: %{name}' },
  target: { all: 'Alle Waren', new: 'Neue Waren', sale: 'Reduzierte Waren', wholesale: 'Großhandel', order: 'Bestellung finden' },
  notices: { label: 'Zeile über dem Kopf', help: 'In allen Sprachen leer: ab wann der Versand kostenlos ist.' },
  menu: { label: 'Links im Kopf', help: 'Ohne Links: die Kategorien.' },
  footerTexts: { label: 'Unter dem Namen', help: 'Ein Satz über den Shop.' },
  column: { label: 'Spalten mit Links', help: 'Ohne Spalten: die üblichen. Konto und Rechtstexte stehen immer da.', numbered: 'Spalte %{number}', title: 'Titel der Spalte', links: 'Links: %{name}', add: 'Spalte hinzufügen' },
  preview: {
    title: 'Vorschau', language: 'Sprache', phone: 'Wie auf dem Handy', open: 'In neuem Tab öffnen',
    last: 'Die Vorschau ist die letzte ohne Fehler.', none: 'Der Dienst hat keine eigenen Seiten (storefront.enabled): Es gibt keine Vorschau.',
  },
};
