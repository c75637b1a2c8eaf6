export const texts = {
  title: 'Pictures', empty: 'Pictures of products and brands are here. Drop some above, or choose them.',
  search: 'Name of a picture', picture: 'Picture', size: 'Size', uploaded: 'Uploaded',
  remove: {
    button: 'Delete', title: 'Delete %{name}?',
    text: 'Its address answers no longer. Pictures that a product or a brand shows stay.', done: '%{name} is deleted.',
  },
};
