export const texts = {
  title: 'Synonyms', edit: 'Edit the synonyms', done: 'The synonyms are saved. The search follows at once.',
  text: 'What else a search looks for: who asks for one word finds the others too.',
  groups: 'Equal words', groupsText: 'Each word of a line finds the others.',
  groupsHelp: 'A line for each group, with commas between the words: sofa, couch, divan',
  rules: 'One way', rulesText: 'A word finds others, which do not find it.',
  rulesHelp: 'A line for each word, with what it finds after =>: sneaker => shoe, boot',
  none: 'None yet.', line: 'Line %{number}: %{fault}', more: 'and %{number} more lines',
};
