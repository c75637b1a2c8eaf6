// The texts of what happens when two change one record.
export const editsEn = {
  conflict: {
    title: 'Somebody else was faster',
    text: 'It has been changed since you opened it. Choose for each field what to keep.',
    same: 'It has been changed since you opened it, to what you have entered. There is nothing to save.',
    mine: 'Keep mine',
    theirs: 'Take theirs',
    keepAll: 'Keep all of mine',
    takeAll: 'Take all of theirs',
    yes: 'yes',
    no: 'no',
    unsaved: 'What you have entered is not saved yet. Leave it?',
  },
  uses: {
    products: 'Products:', categories: 'Categories below it:', brands: 'Brands:', members: 'Members:', invitations: 'Invitations:',
    more: 'and one more |||| and %{smart_count} more',
  },
  taken: { in_use: 'Another one has this already.' },
};
