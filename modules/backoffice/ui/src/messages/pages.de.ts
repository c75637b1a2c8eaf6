import type { pagesEn } from './pages.en';

export const pagesDe: typeof pagesEn = {
  returns: {
    title: 'Retouren', one: 'Retoure', none: 'Diese Retoure gibt es nicht.', empty: 'Kunden melden eine Retoure an ihrer Bestellung an; sie erscheint hier.',
    items: 'Ware', reason: 'Grund', asked: 'Angemeldet', status: 'Status', amount: 'Erstattung', order: 'Bestellung', toOrder: 'Zur Bestellung', rejection: 'Warum abgelehnt',
    approve: { button: 'Annehmen', title: 'Diese Retoure annehmen?', text: 'Der Kunde erfährt, wohin er die Ware schickt. %{amount} werden erstattet, sobald sie ankommt.', done: 'Die Retoure ist angenommen.', invalid_transition: 'Über diese Retoure hat schon jemand entschieden. Sie sehen den jetzigen Stand.' },
    reject: { button: 'Ablehnen', title: 'Diese Retoure ablehnen?', text: 'Der Kunde liest Ihren Grund.', done: 'Die Retoure ist abgelehnt.', invalid_transition: 'Über diese Retoure hat schon jemand entschieden. Sie sehen den jetzigen Stand.' },
    receive: { button: 'Ware ist da', title: 'Ist die Ware angekommen?', text: 'Sie geht zurück in den Bestand, und %{amount} werden erstattet.', done: 'Die Ware ist zurück, und %{amount} werden erstattet.', invalid_transition: 'Diese Ware hat schon jemand angenommen.' },
  },
  returnStates: { requested: 'Angemeldet', approved: 'Angenommen', rejected: 'Abgelehnt', received: 'Angekommen' },
  wholesale: {
    title: 'Großhandel', none: 'Diesen Antrag gibt es nicht.', empty: 'Betriebe beantragen Großhandelspreise im Shop; ihre Anträge erscheinen hier.',
    search: 'Betrieb, Name oder E-Mail', business: 'Betrieb', contact: 'Ansprechpartner', country: 'Land', submitted: 'Gestellt', status: 'Status',
    volume: 'Bestellungen im Monat', registration: 'Registernummer', address: 'Adresse', history: 'Verlauf', tracking: 'Kennung',
    question: 'Gestellte Frage', decided: 'Entschieden', note: 'Notiz', reason: 'Grund',
    account: 'Konto mit dieser E-Mail', noAccount: 'Noch keines', made: 'Ein Konto wird angelegt.', turned: 'Das Konto von %{name} behält sein Passwort.',
    now: 'Der Antrag ist jetzt: %{status}, %{at}.', decidedBy: { approved: 'Angenommen von %{who}', rejected: 'Abgelehnt von %{who}' }, somebody: 'jemand anderem', decisions: 'Was getan wurde', noDecisions: 'Noch nichts.', mails: 'Mails zu diesem Antrag',
    approve: { button: 'Annehmen', title: 'Antrag von %{business} annehmen?', text: 'Für %{email} gelten ab jetzt Großhandelspreise. %{account} Die Mail „%{mail}“ enthält einen Code, mit dem ein Passwort gesetzt wird.', field: 'Notiz, nur für Mitarbeiter', done: '%{business} kauft jetzt zu Großhandelspreisen.' },
    reject: { button: 'Ablehnen', title: 'Antrag von %{business} ablehnen?', text: 'Die Mail „%{mail}“ mit Ihrem Grund geht an %{email}; ein neuer Antrag ist möglich.', field: 'Grund, für die Mail', done: 'Der Antrag von %{business} ist abgelehnt.' },
    ask: { button: 'Nachfragen', title: '%{business} etwas fragen?', text: 'Die Mail „%{mail}“ mit Ihrer Frage geht an %{email}; der Antrag bleibt offen.', field: 'Frage', done: 'Die Frage ist unterwegs.' },
  },
  applicationStates: { under_review: 'Zu entscheiden', approved: 'Angenommen', rejected: 'Abgelehnt' },
  stock: {
    title: 'Bestand', empty: 'Hier wird gezählt, was von jeder Variante da ist. Legen Sie zuerst ein Produkt an.', search: 'Artikelnummer', sku: 'Artikelnummer', onHand: 'Im Regal', reserved: 'Reserviert', available: 'Verfügbar',
    tabs: { all: 'Alle', 5: 'Wenig', 1: 'Ausverkauft' }, line: '%{onHand} im Regal, %{available} verfügbar', ledger: 'Bewegungen', ledgerOf: 'Bewegungen von %{sku}',
    count: { button: 'Zählen', title: '%{sku} zählen', text: '%{onHand} sollten da sein, davon %{reserved} für Bestellungen reserviert.', done: '%{sku}: %{onHand} im Regal.' },
    adjust: { button: 'Anpassen', title: '%{sku} anpassen', by: 'Differenz', text: '%{before} → %{after}' },
    movements: { when: 'Wann', why: 'Warum', onHand: 'Im Regal', reserved: 'Reserviert', order: 'Bestellung' },
  },
  stockReasons: { count: 'Gezählt', adjust: 'Angepasst', reserve: 'Reserviert', release: 'Freigegeben', ship: 'Versandt', return: 'Zurückgekommen' },
  account: {
    title: 'Mein Konto', password: 'Passwort', factors: 'Zweiter Faktor', sessions: 'Geräte', stepUp: 'Bitte bestätigen Sie, dass Sie es sind',
    noFactors: 'Nur das Passwort schützt Ihr Konto.', required: 'Der Shop verlangt von seinen Mitarbeitern einen zweiten Faktor.', codesLeft: 'noch %{left} Wiederherstellungscodes', lastUsed: 'zuletzt benutzt',
    never: 'nie benutzt', here: 'dieses Gerät',
    change: { button: 'Passwort ändern', title: 'Passwort ändern', current: 'Bisheriges Passwort', next: 'Neues Passwort', done: 'Das Passwort ist geändert. Alle anderen Geräte sind abgemeldet.' },
    app: {
      button: 'Authenticator-App hinzufügen', title: 'Authenticator-App hinzufügen', text: 'Öffnen Sie den Link auf dem Telefon, oder geben Sie den Schlüssel in der App ein. Geben Sie dann hier den Code ein, den die App zeigt.',
      link: 'In der App öffnen', key: 'Schlüssel', code: 'Code der App', confirm: 'Bestätigen', done: 'Ihr Konto fragt ab jetzt nach einem Code der App.',
    },
    passkey: { button: 'Passkey hinzufügen', name: 'Passkey', done: 'Der Passkey ist hinzugefügt.', in_use: 'Diesen Passkey gibt es hier schon, oder es sind zehn; mehr gehen nicht.' },
    codes: { title: 'Wiederherstellungscodes', text: 'Bewahren Sie sie dort auf, wo Sie sie ohne Telefon finden. Jeder gilt einmal, und sie werden nur jetzt gezeigt.', close: 'Ich habe sie aufbewahrt' },
    renew: { button: 'Neue Wiederherstellungscodes', title: 'Neue Wiederherstellungscodes?', text: 'Die bisherigen gelten nicht mehr.', done: 'Sie haben zehn neue Wiederherstellungscodes.' },
    remove: { button: 'Entfernen', title: '%{name} entfernen?', text: 'Ihr Konto fragt nicht mehr danach.', in_use: 'Der Shop verlangt einen zweiten Faktor. Fügen Sie zuerst einen anderen hinzu.', done: '%{name} ist entfernt.' },
    end: { button: 'Abmelden', title: 'Dieses Gerät abmelden?', text: '%{device} muss sich neu anmelden.', done: 'Das Gerät ist abgemeldet.' },
  },
  accountTypes: { retail: 'Privat', wholesale: 'Großhandel' },
  roles: { customer: 'Kunden', staff: 'Mitarbeiter', admin: 'Inhaber' },
};
