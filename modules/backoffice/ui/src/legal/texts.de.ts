export const texts = {
  title: 'Rechtstexte',
  text: 'Was ein Shop von Gesetzes wegen sagen muss, in jeder seiner Sprachen. Einen Entwurf liest niemand, bevor er veröffentlicht ist; Fassungen bleiben. Die Texte sollte jemand prüfen, der sich auskennt.',
  languages: { en: 'Englisch', de: 'Deutsch' },
  kinds: { imprint: 'Impressum', terms: 'AGB', privacy: 'Datenschutz', withdrawal: 'Widerruf', shipping: 'Versand und Zahlung' },
  published: '„%{title}“, Fassung %{version} vom %{day}, unter %{slug}.', unpublished: 'Nicht veröffentlicht.', hasDraft: 'Es gibt einen Entwurf.',
  edit: { button: 'Bearbeiten', of: 'Bearbeiten: %{page}, %{language}', title: '%{page}, %{language}', submit: 'Entwurf speichern', done: 'Der Entwurf von %{page} ist gespeichert.' },
  publish: { button: 'Veröffentlichen', of: 'Veröffentlichen: %{page}, %{language}', title: '%{page}, %{language} veröffentlichen?', done: '%{page} ist veröffentlicht.' },
  preview: {
    make: 'Vorschau im Shop', of: 'Vorschau im Shop: %{page}, %{language}', open: 'Vorschau öffnen (30 Minuten)',
    none: 'Der Dienst hat keine eigenen Seiten: Es gibt keine Vorschau.',
  },
  read: { button: 'Lesen', of: 'Lesen: %{page}, %{language}', title: '%{page}, %{language}', close: 'Schließen' },
  remove: {
    button: 'Entfernen', title: '%{page}, %{language} entfernen?', text: 'Niemand liest die Seite mehr, und ihr Entwurf wird verworfen. Fassungen bleiben.',
    submit: 'Entfernen', done: '%{page} ist entfernt.',
  },
  versions: 'Fassungen', version: 'Fassung %{version}, %{day}', versionBy: 'Fassung %{version}, %{day}, von %{name}',
  fields: { title: 'Titel', text: 'Text', slug: 'Adresse' },
  help: {
    text: 'Markdown: ## Überschrift, **fett**, - Liste, [Link](https://…) und Tabellen. Kein HTML.',
    slug: 'Das Ende der Adresse der Seite im Shop, etwa impressum. Gilt sofort.',
  },
};
