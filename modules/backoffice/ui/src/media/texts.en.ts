export const texts = {
  title: 'Pictures', empty: 'Pictures of products, brands, categories, collections and the shop are here. Drop some above, or choose them.',
  search: 'Name of a picture', picture: 'Picture', size: 'Size', uploaded: 'Uploaded',
  remove: {
    button: 'Delete', title: 'Delete %{name}?',
    text: 'Its address answers no longer. Pictures that something shows stay.', done: '%{name} is deleted.',
  },
};
