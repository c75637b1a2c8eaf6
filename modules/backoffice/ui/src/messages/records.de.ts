import type { recordsEn } from './records.en';

const remove = (what: string) => ({ button: 'Löschen', title: `${what} %{name} löschen?`, text: 'Das lässt sich nicht rückgängig machen.', done: '%{name} ist gelöscht.' });

export const recordsDe: typeof recordsEn = {
  secret: { text: 'Bewahren Sie es jetzt auf: Es wird nur dieses eine Mal gezeigt.', copy: 'Kopieren', copied: 'Kopiert.', close: 'Ich habe es aufbewahrt' },
  staffRoles: {
    title: 'Rollen', empty: 'Es gibt keine Rolle.', new: 'Neue Rolle', name: 'Name', scopes: 'Darf', members: 'Mitglieder', everything: 'Alles',
    membersOf: '%{smart_count} Mitglied |||| %{smart_count} Mitglieder', remove: remove('Rolle'),
  },
  keys: {
    title: 'API-Schlüssel', empty: 'Programme lesen und schreiben mit eigenen Schlüsseln; legen Sie hier einen an.', new: 'Neuer Schlüssel', name: 'Name', prefix: 'Beginnt mit', status: 'Status',
    lastUsed: 'Zuletzt benutzt', expires: 'Endet', made: 'Der Schlüssel %{name}',
    remove: { button: 'Widerrufen', title: 'Schlüssel %{name} widerrufen?', text: 'Wer ihn benutzt, wird binnen einer Sekunde abgewiesen.', done: 'Der Schlüssel %{name} ist widerrufen.' },
  },
  keyStates: { active: 'aktiv', expired: 'abgelaufen', revoked: 'widerrufen' },
  staff: {
    title: 'Mitarbeiter', empty: 'Sie sind allein. Laden Sie jemanden ein.',
    left: { invitations: '%{smart_count} offene Einladung ist zurückgezogen. |||| %{smart_count} offene Einladungen sind zurückgezogen.', keys: 'Diese API-Schlüssel gelten weiter:' },
    change: { button: 'Rolle ändern', title: 'Rolle von %{name}' },
    reset: { button: 'Zweiten Faktor zurücksetzen', title: 'Zweiten Faktor von %{name} zurücksetzen?', text: 'Das Konto wird überall abgemeldet und braucht nur das Passwort, bis es einen neuen hat.', done: '%{name} hat keinen zweiten Faktor.' },
    remove: { button: 'Zugang entziehen', title: '%{name} den Zugang als Mitarbeiter entziehen?', text: 'Das Konto wird zu einem Kundenkonto und kann die Verwaltung nicht öffnen.', done: '%{name} ist jetzt Kunde.' },
  },
  factors: { totp: 'App', passkey: 'Passkey' },
  invitations: {
    title: 'Einladungen', empty: 'Wer den Shop mit Ihnen führt, bekommt eine Einladung per Mail; laden Sie hier den Ersten ein.', new: 'Jemanden einladen', send: 'Einladen', done: 'Eine Einladung ist unterwegs zu %{email}.',
    resend: { button: 'Noch einmal senden', title: 'Die Einladung noch einmal senden?', text: '%{email} bekommt einen neuen Code; der bisherige gilt nicht mehr.', done: 'Die Einladung ist unterwegs zu %{email}.', invalid_transition: 'Die Einladung ist nicht mehr offen; gesendet wurde nichts. Sie sehen den jetzigen Stand.' },
    revoke: { button: 'Zurückziehen', title: 'Die Einladung zurückziehen?', text: 'Der Code, den %{email} hat, gilt nicht mehr.', done: 'Die Einladung ist zurückgezogen.', invalid_transition: 'Die Einladung ist nicht mehr offen. Sie sehen den jetzigen Stand.' },
  },
  invitationStates: { pending: 'offen', accepted: 'angenommen', revoked: 'zurückgezogen', expired: 'abgelaufen' },
  webhooks: {
    title: 'Webhooks', empty: 'Andere Systeme erfahren über Webhooks von jeder Bestellung; legen Sie hier einen an.', new: 'Neuer Webhook', url: 'Adresse', events: 'Ereignisse',
    eventsHelp: 'Namen, oder ein Anfang und *: ordering.*', description: 'Beschreibung', personalData: 'Mit personenbezogenen Daten', enabled: 'Eingeschaltet', status: 'Status', pending: 'Wartet',
    secretOf: 'Geheimnis von %{url}', remove: remove('Webhook'), one: 'Webhook an %{host}', none: 'Diesen Webhook gibt es nicht.',
    lastAnswer: 'Letzter Erfolg', failingSince: 'Gestört seit', disabledAt: 'Abgeschaltet', oldSecretUntil: 'Das bisherige Geheimnis endet', deliveries: 'Zustellungen',
    disabledReasons: { admin: 'Jemand hat ihn angehalten.', gone: 'Der Empfänger antwortete, dass es ihn nicht mehr gibt (410).', failures: 'Der Empfänger hat drei Tage lang nicht geantwortet.' },
    pause: { button: 'Anhalten', title: 'Diesen Webhook anhalten?', text: 'Was wartet, bleibt; was inzwischen geschieht, wird nicht gesendet. Eine Wiederholung füllt die Lücke.', done: 'Er ist angehalten.' },
    resume: { button: 'Fortsetzen', title: 'Diesen Webhook fortsetzen?', text: 'Was wartet, wird jetzt gesendet, und auch, was noch kommt.', done: 'Er ist eingeschaltet.' },
    test: { button: 'Testen', title: 'Einen Test senden?', text: 'Ein Test geht jetzt an %{url}.', done: '', ok: 'Antwort %{status} nach %{ms} ms.', failed: 'Fehlgeschlagen: %{status}, nach %{ms} ms.' },
    rotate: { button: 'Neues Geheimnis', title: 'Ein neues Geheimnis?', text: '24 Stunden lang wird mit beiden unterschrieben.', done: 'Es gibt ein neues Geheimnis.' },
  },
  webhookStates: { active: 'aktiv', failing: 'gestört', disabled: 'abgeschaltet' },
  deliveries: {
    title: 'Webhook-Zustellungen', empty: 'Hier erscheint, was an Ihre Webhooks gesendet wird, mit den Antworten.', answer: 'Antwort', anyEndpoint: 'Alle Webhooks', type: 'Ereignis', request: 'Was gesendet wurde', notSent: 'Es gibt keinen Text: Noch wurde nichts gesendet, oder das Protokoll ist zu Ende.', log: 'Versuche', noAttempt: 'Noch keiner.', took: '%{ms} ms', next: 'Nächster Versuch', delivered: 'Zugestellt', close: 'Schließen',
    again: { button: 'Noch einmal senden', title: 'Dieses Ereignis noch einmal senden?', text: '%{type} wird noch einmal gesendet, mit derselben Kennung.', done: 'Es ist unterwegs.' },
  },
  replays: {
    title: 'Wiederholungen', empty: 'Noch wurde nichts wiederholt.', start: 'Wiederholen', startTitle: 'Frühere Ereignisse noch einmal senden?', from: 'Von', to: 'Bis', toHelp: 'Leer: bis jetzt.',
    events: 'Nur diese Ereignisse', eventsHelp: 'Leer: alle, von denen der Webhook erfährt.', queued: 'Ereignisse', done: 'Die Wiederholung hat begonnen.', status: 'Status',
    stop: { button: 'Beenden', title: 'Die Wiederholung beenden?', text: 'Was schon unterwegs ist, wird noch gesendet.', done: 'Die Wiederholung läuft nicht mehr.' },
  },
  replayStates: { running: 'läuft', done: 'fertig', stopped: 'beendet' },
  deliveryErrors: {
    dns: 'Name nicht gefunden', connect: 'keine Verbindung', tls: 'keine sichere Verbindung', timeout: 'keine rechtzeitige Antwort', target_not_allowed: 'Adresse nicht erlaubt', status: 'abgelehnt',
  },
  deliveryStates: { queued: 'Wartet', delivered: 'Zugestellt', failed: 'Fehlgeschlagen', cancelled: 'Abgebrochen' },
  promotions: {
    title: 'Rabattcodes', empty: 'Codes machen einen Warenkorb billiger; legen Sie hier einen an.', new: 'Neuer Rabattcode', code: 'Code', kind: 'Art', value: 'Wert', minimum: 'Ab Warenwert (EUR)',
    starts: 'Beginnt', ends: 'Endet', limit: 'Höchstens benutzbar', perCustomer: 'Höchstens je Kunde', active: 'Aktiv', window: 'Wann', always: 'immer', used: 'Benutzt', remove: remove('Rabattcode'),
  },
  promotionKinds: { percent: 'Prozent', amount: 'Betrag in EUR' },
  promotionStates: { off: 'aus', planned: 'geplant', over: 'vorbei', running: 'läuft' },
  shipping: {
    title: 'Versandarten', empty: 'Ohne Versandart kann niemand bestellen; legen Sie hier eine an.', new: 'Neue Versandart', name: 'Name', countries: 'Länder',
    countriesHelp: 'Keines heißt: jedes Land.', price: 'Preis in EUR', freeFrom: 'Frei ab (EUR)', minDays: 'Tage mindestens', maxDays: 'Tage höchstens', days: 'Tage',
    on: 'aktiv', off: 'aus', remove: remove('Versandart'),
  },
  brands: { title: 'Marken', empty: 'Kunden finden Produkte über ihre Marke; legen Sie hier die erste an.', new: 'Neue Marke', remove: remove('Marke') },
  categories: { title: 'Kategorien', empty: 'Kategorien sind die Regale des Shops; legen Sie hier die erste an.', new: 'Neue Kategorie', remove: remove('Kategorie') },
  taxonomy: { slug: 'Name in Adressen', slugHelp: 'Entsteht aus dem Namen, wenn er leer bleibt.', logo: 'Adresse des Logos', logoOf: 'Logo', parent: 'Unter', top: 'Ganz oben', changed: 'Geändert', products: 'Produkte',
    productsOf: '%{smart_count} Produkt |||| %{smart_count} Produkte', chooseOne: 'Wählen Sie eine Kategorie.', newBelow: 'Neue Kategorie darunter', move: 'Verschieben', moveTitle: 'Wo soll %{name} stehen?',
    keys: 'Die Pfeiltasten gehen durch den Baum.' },
  inbox: { title: 'Posteingang', empty: 'Hier erscheinen Neuigkeiten des Shops, etwa Bestellungen und Retouren.', what: 'Was', text: 'Text', when: 'Wann', unread: 'Ungelesen', readAll: 'Alle als gelesen markieren' },
  products: {
    title: 'Produkte', none: 'Dieses Produkt gibt es nicht.', empty: 'Hier steht, was der Shop verkauft. Legen Sie das erste Produkt an, oder importieren Sie viele aus einer Datei.', search: 'Name oder Artikelnummer', brand: 'Marke', variants: 'Varianten', from: 'Ab',
    basics: 'Grundlagen', description: 'Beschreibung', categories: 'Kategorien', slug: 'Name in Adressen', tax: 'USt.', options: 'Optionen', wholesale: 'Großhandel', inShop: 'Im Shop öffnen',
    publish: { button: 'Veröffentlichen', title: '%{name} veröffentlichen?', text: 'Alle sehen es im Shop.', done: '%{name} ist im Shop.' },
    unpublish: { button: 'Aus dem Shop nehmen', title: '%{name} aus dem Shop nehmen?', text: 'Es wird zum Entwurf.', done: '%{name} ist ein Entwurf.' },
    archive: { button: 'Archivieren', title: '%{name} archivieren?', text: 'Es verlässt den Shop. Bestellungen behalten es.', done: '%{name} ist archiviert.' },
    import: {
      button: 'Importieren', title: 'Produkte importieren', text: 'Eine CSV, wie sie der Export schreibt: je Variante eine Zeile. Fehlerhafte Zeilen werden ausgelassen und aufgelistet.', file: 'CSV-Datei',
      report: '%{rows} Zeilen: %{saved} Produkte gespeichert, %{failed} fehlgeschlagen.', line: 'Zeile', column: 'Spalte', fault: 'Was nicht stimmt',
    },
  },
  productStates: { draft: 'Entwurf', active: 'Im Shop', archived: 'Archiviert' },
  taxClasses: { standard: 'normal', reduced: 'ermäßigt', zero: 'keine' },
};
