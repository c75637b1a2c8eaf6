import type { editsEn } from './edits.en';

export const editsDe: typeof editsEn = {
  conflict: {
    title: 'Jemand anders war schneller',
    text: 'Seit Sie es geöffnet haben, ist es geändert worden. Wählen Sie je Feld, was gelten soll.',
    same: 'Seit Sie es geöffnet haben, ist es geändert worden, und zwar so wie von Ihnen. Es gibt nichts zu speichern.',
    mine: 'Meines behalten',
    theirs: 'Anderes übernehmen',
    keepAll: 'Alles von mir behalten',
    takeAll: 'Alles andere übernehmen',
    yes: 'ja',
    no: 'nein',
    unsaved: 'Ihre Eingaben sind noch nicht gespeichert. Trotzdem verlassen?',
  },
  uses: {
    products: 'Produkte:', categories: 'Kategorien darunter:', brands: 'Marken:', members: 'Mitglieder:', invitations: 'Einladungen:',
    more: 'und eines mehr |||| und %{smart_count} weitere',
  },
  taken: { in_use: 'Ein anderer Eintrag hat das schon.' },
};
