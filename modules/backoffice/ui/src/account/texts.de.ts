import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Mein Konto', password: 'Passwort', sessions: 'Geräte', noFactors: 'Nur das Passwort schützt Ihr Konto.',
  required: 'Der Shop verlangt von seinen Mitarbeitern einen zweiten Faktor.',
  codesLeft: 'noch %{left} Wiederherstellungscodes', lastUsed: 'zuletzt benutzt', here: 'dieses Gerät',
  noPasskey: 'Es wurde kein Passkey verwendet.',
  language: {
    text: 'Die Sprache der Mails, die Sie bekommen, und Ihres Posteingangs. Die dieser Seiten wird oben gewählt.',
    done: 'Gespeichert. Was von jetzt an kommt, ist in dieser Sprache.',
  },
  change: {
    button: 'Passwort ändern', title: 'Passwort ändern', current: 'Bisheriges Passwort', next: 'Neues Passwort',
    done: 'Das Passwort ist geändert. Alle anderen Geräte sind abgemeldet.',
  },
  app: {
    button: 'Authenticator-App hinzufügen', title: 'Authenticator-App hinzufügen',
    text: 'Öffnen Sie den Link auf dem Telefon, oder geben Sie den Schlüssel in der App ein. Geben Sie dann hier ' +
      'den Code ein, den die App zeigt.',
    link: 'In der App öffnen', key: 'Schlüssel', code: 'Code der App', confirm: 'Bestätigen',
    done: 'Ihr Konto fragt ab jetzt nach einem Code der App.',
  },
  passkey: {
    button: 'Passkey hinzufügen', name: 'Passkey', done: 'Der Passkey ist hinzugefügt.',
    in_use: 'Diesen Passkey gibt es hier schon, oder es sind zehn; mehr gehen nicht.',
  },
  codes: {
    title: 'Wiederherstellungscodes',
    text: 'Bewahren Sie sie dort auf, wo Sie sie ohne Telefon finden. Jeder gilt einmal, und sie werden nur jetzt ' +
      'gezeigt.',
    close: 'Ich habe sie aufbewahrt',
  },
  renew: {
    button: 'Neue Wiederherstellungscodes', title: 'Neue Wiederherstellungscodes?',
    text: 'Die bisherigen gelten nicht mehr.', done: 'Sie haben zehn neue Wiederherstellungscodes.',
  },
  remove: {
    button: 'Entfernen', title: '%{name} entfernen?', text: 'Ihr Konto fragt nicht mehr danach.',
    in_use: 'Der Shop verlangt einen zweiten Faktor. Fügen Sie zuerst einen anderen hinzu.',
    done: '%{name} ist entfernt.',
  },
  end: {
    button: 'Abmelden', title: 'Dieses Gerät abmelden?', text: '%{device} muss sich neu anmelden.',
    done: 'Das Gerät ist abgemeldet.',
  },
  notices: {
    title: 'Wovon Sie erfahren',
    text: 'Was in Ihren Posteingang kommt, und was Sie per Mail bekommen. Die erste Mail kommt sofort, danach ' +
      'höchstens eine in fünf Minuten.',
    kind: 'Was', inbox: 'Posteingang', mail: 'Mail', saved: 'Gespeichert.',
    kinds: {
      order_new: 'Neue Bestellung', payment_received: 'Zahlung eingegangen', return_requested: 'Retoure angemeldet',
      withdrawal_received: 'Widerruf eingegangen',
      payment_disputed: 'Zahlung angefochten', refund_to_send: 'Erstattung von Hand zu senden',
      parcel_back: 'Paket kommt zurück', mail_failed: 'Mail gescheitert', refund_failed: 'Erstattung gescheitert',
      payment_mismatched: 'Zahlung mit anderem Betrag', low_stock: 'Wenig Bestand',
      wholesale_application: 'Antrag auf Großhandel', webhook_failing: 'Webhook scheitert',
      webhook_disabled: 'Webhook abgeschaltet',
    },
  },
};
