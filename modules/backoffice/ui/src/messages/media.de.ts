/** Die Texte der Bilder. */
export const mediaDe = {
  media: {
    title: 'Bilder',
    empty: 'Hier sind die Bilder von Produkten und Marken. Ziehen Sie welche nach oben, oder wählen Sie welche aus.',
    search: 'Name eines Bildes',
    picture: 'Bild',
    name: 'Name',
    size: 'Größe',
    uploaded: 'Hochgeladen',
    choose: 'Bilder auswählen',
    hint: 'Oder hierher ziehen, oder eines einfügen. JPEG, PNG oder WebP; was größer als 8 MiB ist, wird verkleinert.',
    progress: '%{name} wird hochgeladen',
    abort: 'Abbrechen',
    tooLarge: 'Die Datei ist größer als 8 MiB. Bitte verkleinern und noch einmal versuchen.',
    tooManyPixels: 'Das Bild hat zu viele Pixel: höchstens 40 Millionen, 16 Millionen als progressives JPEG in CMYK. Bitte verkleinern und noch einmal versuchen.',
    badFormat: 'Das ist kein Bild im Format JPEG, PNG oder WebP, oder es ist beschädigt.',
    remove: {
      button: 'Löschen',
      title: '%{name} löschen?',
      text: 'Seine Adresse antwortet dann nicht mehr. Bilder, die ein Produkt oder eine Marke zeigt, bleiben.',
      done: '%{name} ist gelöscht.',
    },
  },
};
