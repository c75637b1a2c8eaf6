import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Posteingang', empty: 'Hier erscheinen Neuigkeiten des Shops, etwa Bestellungen und Retouren.', text: 'Text',
  unread: 'Ungelesen', readAll: 'Alle als gelesen markieren',
};
