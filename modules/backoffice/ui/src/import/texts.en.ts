export const texts = {
  title: 'Import products', drop: 'Drop a CSV here, or choose one.', choose: 'Choose a file', file: 'CSV file',
  template: 'Template', back: 'Back to the products',
  text: 'A line is a variant, as in the export. The file is checked first; nothing is saved before you say so.',
  checking: 'Checking %{rows} lines…', saving: 'Saving %{rows} lines…', stop: 'Stop',
  stopped: 'Stopped. What was saved until then stays; importing the same file again saves the rest.',
  wouldDo: 'This is what the import would do:', did: 'The import is done:',
  nothing: 'The file changes nothing: everything in it is so already.', import: 'Import now',
  failedRows: 'Failed lines as CSV', errors: 'What is wrong', first: 'The first 1,000 are shown.', line: 'Line',
  column: 'Column', fault: 'What is wrong', code: 'Code', detail: 'Explanation', reason: 'reason',
  notText: 'This file is not in UTF-8, so that its special characters cannot be read. Save it as “CSV UTF-8”, or ' +
    'have it read as Windows-1252.',
  windows: 'Read as Windows-1252', tooLarge: 'The file is larger than 32 MB. Split it.', empty: 'The file is empty.',
  counts: {
    created: 'new products', updated: 'changed products', unchanged: 'unchanged products', failed: 'failed lines',
  },
};
