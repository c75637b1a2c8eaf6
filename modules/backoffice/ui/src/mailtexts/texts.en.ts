export const texts = {
  title: 'Mail texts',
  text: 'What mails say in place of their own subject and first paragraph, in each language of the shop. Codes, tables and links stay. Sender, color and footers are in the settings.',
  kind: 'Mail', order: 'Preview with', madeUp: 'A made-up order', usual: '%{kind}', own: '%{kind} (own words)',
  languages: { en: 'English', de: 'German' },
  subject: 'Subject', intro: 'First paragraph', insert: 'Put in where the cursor is',
  help: { subject: 'Empty: the mail\'s own.', intro: 'In place of the first paragraph after the greeting. Empty lines separate paragraphs. Empty: the mail\'s own.' },
  saved: '%{kind}: saved.', undo: 'Undo',
  preview: 'Preview: %{kind}, %{language}', subjectIs: 'Subject: %{subject}', plain: 'As plain text',
  theirs: 'Somebody else has changed these words meanwhile:',
  test: {
    button: 'Send to myself', title: 'Send a test mail?',
    text: '“%{kind}” in %{language} goes to your own address, as it is saved. With an order it has the number, the goods and the sums, and nothing of its buyer.',
    done: 'The mail is on its way to %{to}.',
  },
};
