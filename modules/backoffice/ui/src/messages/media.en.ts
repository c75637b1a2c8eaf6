/** The texts of pictures. */
export const mediaEn = {
  media: {
    title: 'Pictures',
    empty: 'Pictures of products and brands are here. Drop some above, or choose them.',
    search: 'Name of a picture',
    picture: 'Picture',
    name: 'Name',
    size: 'Size',
    uploaded: 'Uploaded',
    choose: 'Choose pictures',
    hint: 'Or drop them here, or paste one. JPEG, PNG or WebP; what is larger than 8 MiB is made smaller.',
    progress: '%{name} is being uploaded',
    abort: 'Stop',
    tooLarge: 'The file is larger than 8 MiB. Make it smaller and try again.',
    tooManyPixels: 'The picture has too many pixels: at most 40 million, 16 million as a progressive JPEG in CMYK. Make it smaller and try again.',
    badFormat: 'This is no JPEG, PNG or WebP picture, or it is broken.',
    remove: {
      button: 'Delete',
      title: 'Delete %{name}?',
      text: 'Its address answers no longer. Pictures that a product or a brand shows stay.',
      done: '%{name} is deleted.',
    },
  },
};
