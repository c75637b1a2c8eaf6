import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Großhandel', none: 'Diesen Antrag gibt es nicht.',
  empty: 'Betriebe beantragen Großhandelspreise im Shop; ihre Anträge erscheinen hier.',
  search: 'Betrieb, Name oder E-Mail', business: 'Betrieb', contact: 'Ansprechpartner', country: 'Land',
  submitted: 'Gestellt', volume: 'Bestellungen im Monat', registration: 'Registernummer', address: 'Adresse',
  history: 'Verlauf', tracking: 'Kennung', question: 'Frage', asked: 'Gefragt', answer: 'Antwort',
  answered: 'Beantwortet', decided: 'Entschieden', note: 'Notiz', reason: 'Grund', account: 'Konto mit dieser E-Mail',
  noAccount: 'Noch keines', made: 'Ein Konto wird angelegt.', turned: 'Das Konto von %{name} behält sein Passwort.',
  somebody: 'jemand anderem', decisions: 'Was getan wurde', noDecisions: 'Noch nichts.',
  mails: 'Mails zu diesem Antrag', you: 'Ihnen',
  decidedBy: { approved: 'Angenommen von %{who}', rejected: 'Abgelehnt von %{who}' },
  approve: {
    button: 'Annehmen', title: 'Antrag von %{business} annehmen?',
    text: 'Für %{email} gelten ab jetzt Großhandelspreise. %{account} Die Mail „%{mail}“ enthält einen Code, mit ' +
      'dem ein Passwort gesetzt wird.',
    field: 'Notiz, nur für Mitarbeiter', done: '%{business} kauft jetzt zu Großhandelspreisen.',
  },
  reject: {
    button: 'Ablehnen', title: 'Antrag von %{business} ablehnen?',
    text: 'Die Mail „%{mail}“ mit Ihrem Grund geht an %{email}; ein neuer Antrag ist möglich.',
    field: 'Grund, für die Mail', done: 'Der Antrag von %{business} ist abgelehnt.',
  },
  ask: {
    button: 'Nachfragen', title: '%{business} etwas fragen?',
    text: 'Die Mail „%{mail}“ mit Ihrer Frage geht an %{email}; der Antrag bleibt offen.', field: 'Frage',
    done: 'Die Frage ist unterwegs.',
  },
  record: {
    button: 'Antwort festhalten', title: 'Was hat %{business} geantwortet?',
    text: 'Auf die Frage „%{question}“, per Mail oder Telefon. Es geht keine Mail hinaus, und eine schon ' +
      'festgehaltene Antwort wird ersetzt.',
    field: 'Antwort', done: 'Die Antwort ist festgehalten.',
    invalid_transition: 'Darüber hat schon jemand entschieden; die Antwort ist nicht festgehalten.',
  },
};
