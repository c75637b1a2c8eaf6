export const texts = {
  title: 'Legal pages',
  text: 'What a shop has to say by law, in each of its languages. A draft is not public before it is published; versions stay. Let an adviser check the texts.',
  languages: { en: 'English', de: 'German' },
  kinds: { imprint: 'Imprint', terms: 'Terms', privacy: 'Privacy', withdrawal: 'Withdrawal', shipping: 'Shipping and payment' },
  published: '“%{title}”, version %{version} of %{day}, at %{slug}.', unpublished: 'Not published.', hasDraft: 'There is a draft.',
  edit: { button: 'Edit', of: 'Edit: %{page}, %{language}', title: '%{page}, %{language}', submit: 'Save draft', done: 'The draft of %{page} is saved.' },
  publish: { button: 'Publish', of: 'Publish: %{page}, %{language}', title: 'Publish %{page}, %{language}?', done: '%{page} is published.' },
  preview: {
    make: 'Preview in the shop', of: 'Preview in the shop: %{page}, %{language}', open: 'Open the preview (30 minutes)',
    none: 'The service has no pages of its own: there is no preview.',
  },
  read: { button: 'Read', of: 'Read: %{page}, %{language}', title: '%{page}, %{language}', close: 'Close' },
  remove: {
    button: 'Take off', title: 'Take %{page}, %{language} off?', text: 'It is no longer public, and its draft is discarded. Versions stay.',
    submit: 'Take off', done: '%{page} is off.',
  },
  versions: 'Versions', version: 'Version %{version}, %{day}', versionBy: 'Version %{version}, %{day}, by %{name}',
  fields: { title: 'Title', text: 'Text', slug: 'Address' },
  help: {
    text: 'Markdown: ## heading, **bold**, - list, [link](https://…), and tables. No HTML.',
    slug: 'The end of the page\'s address in the shop, such as imprint. It counts at once.',
  },
};
