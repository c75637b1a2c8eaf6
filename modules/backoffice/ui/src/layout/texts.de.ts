import type { texts as en } from './texts.en';

export const texts: typeof en = {
  stepUp: 'Bitte bestätigen Sie, dass Sie es sind', shop: { title: 'Verwaltung' },
  signIn: {
    title: 'Anmelden', intro: 'Für alle, die den Shop führen.', password: 'Passwort', submit: 'Anmelden',
    code: 'Code aus der Authenticator-App', recoveryCode: 'Wiederherstellungscode',
    useRecoveryCode: 'Wiederherstellungscode verwenden', useApp: 'Authenticator-App verwenden', confirm: 'Bestätigen',
    back: 'Zurück', secondTitle: 'Zweiter Faktor', forgot: 'Passwort vergessen?', forgotTitle: 'Neues Passwort',
    forgotIntro: 'Wir senden einen Code, mit dem Sie ein neues Passwort setzen.', sendCode: 'Code senden',
    codeSent: 'Wenn es zu dieser Adresse ein Konto gibt, ist ein Code unterwegs.', mailedCode: 'Code aus der Mail',
    newPassword: 'Neues Passwort', setPassword: 'Passwort setzen', passkey: 'Passkey verwenden',
    noPasskey: 'Es wurde kein Passkey verwendet.',
  },
  session: {
    again: 'Ihre Sitzung ist zu Ende. Melden Sie sich wieder an, dann geht es weiter, wo Sie waren; was Sie ' +
      'eingegeben haben, bleibt erhalten.',
    leave: 'Diese Seite verlassen',
    demoted: 'Sie wurden abgemeldet: Ihr Konto gehört keinem Mitarbeiter des Shops mehr.',
  },
  accept: {
    title: 'Mitarbeiter werden', intro: 'Wählen Sie das Passwort, mit dem Sie sich ab jetzt anmelden.',
    name: 'Ihr Name', submit: 'Beitreten', signIn: 'Zur Anmeldung', code: 'Code aus der Mail',
    expired: 'Der Code ist falsch, schon benutzt oder abgelaufen. Wenn Sie schon beigetreten sind, melden Sie sich ' +
      'an; sonst bitten Sie um eine neue Einladung.',
  },
  menu: {
    waiting: 'warten', sales: 'Verkauf', goods: 'Ware', shop: 'Shop', staff: 'Team', behind: 'Hinter den Kulissen',
  },
  news: { bell: 'Posteingang: %{smart_count} ungelesen', one: 'Neu im Posteingang: %{title}' },
  search: {
    placeholder: 'Bestellung, Kunde, Produkt oder Seite', results: 'Ergebnisse', pages: 'Seiten',
    busy: 'Wird gesucht …', failed: 'Nicht alles konnte durchsucht werden.',
    found: '%{smart_count} Ergebnis |||| %{smart_count} Ergebnisse',
  },
  shortcuts: {
    title: 'Tasten', ctrl: 'Strg', field: 'Zum Suchfeld', search: 'Alles durchsuchen', help: 'Diese Tasten',
    escape: 'Schließt, was offen ist', tab: 'Zum nächsten Link, Knopf oder Feld',
  },
  notFound: {
    title: 'Nicht gefunden', text: 'Diese Seite gibt es nicht. Die Adresse stimmt nicht, oder der Link ist veraltet.',
  },
  forbidden: {
    title: 'Kein Zugang', text: 'Ihre Rolle hat keinen Zugang zu dieser Seite. Ein Inhaber kann das ändern.',
  },
};
