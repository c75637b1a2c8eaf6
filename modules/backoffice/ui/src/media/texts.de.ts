import type { texts as en } from './texts.en';

export const texts: typeof en = {
  title: 'Bilder',
  empty: 'Hier sind die Bilder von Produkten, Marken, Kategorien, Kollektionen und dem Shop. Ziehen Sie welche nach oben, oder wählen Sie welche aus.',
  search: 'Name eines Bildes', picture: 'Bild', size: 'Größe', uploaded: 'Hochgeladen',
  remove: {
    button: 'Löschen', title: '%{name} löschen?',
    text: 'Seine Adresse antwortet dann nicht mehr. Bilder, die noch gezeigt werden, bleiben.',
    done: '%{name} ist gelöscht.',
  },
};
