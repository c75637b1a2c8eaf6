import { remove } from '../ui/texts.en';

export const texts = {
  title: 'Attributes', empty: 'Attributes say more of goods: their roast, their size. Make the first one here.', new: 'New attribute',
  code: 'Code', codeHelp: 'Lower-case letters and digits, with - and _ between. Files and addresses name it by this; it never changes.',
  kind: 'Kind', kinds: { text: 'Text', number: 'Number', choice: 'Choice', boolean: 'Yes or no', date: 'Date' },
  label: 'Name of the attribute', unit: 'Unit', unitHelp: 'Behind the number: g, cm, °C.',
  choices: 'Choices', choice: 'Choice %{number}', value: 'Value', valueHelp: 'What files and addresses name it by.', choiceName: 'Label',
  addChoice: 'Add a choice', removeChoice: 'Remove the choice %{name}', numberOf: '%{smart_count} choice |||| %{smart_count} choices',
  facet: 'Filter of lists', facetHelp: 'For numbers, choices, and yes or no.', searchable: 'Found by searches', shown: 'Shown in the shop',
  position: 'Position', positionHelp: 'Lower ones stand first; equal ones by code.', changed: 'Changed', uses: 'Used',
  remove: remove('attribute'),
};
