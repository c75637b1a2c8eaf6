// Pictures that are larger than the service takes are made smaller in the browser.

import { maxFile } from './upload';

/** The longest side of a picture that is made smaller, in pixels; each further attempt has less. */
const longestSides = [4096, 3072, 2048];
const quality = 0.9;

/** Whether the service takes a file as it is, as far as its kind and size say it. */
const isTaken = (file: File) => file.size <= maxFile && /^image\/(jpeg|png|webp)$/.test(file.type);

/**
 * Returns a file that the service takes: the same, or a smaller picture of it. One that the browser
 * cannot read stays as it is, so that the service says what is wrong with it.
 */
export async function shrunk(file: File): Promise<File> {
  if (isTaken(file) || !file.type.startsWith('image/')) return file;
  const picture = await createImageBitmap(file).catch(() => null); // turned as its EXIF says
  if (!picture) return file;
  // Only JPEG has no transparent pixels.
  const type = file.type === 'image/png' || file.type === 'image/webp' ? 'image/webp' : 'image/jpeg';
  try {
    for (const longest of longestSides) {
      const smaller = await drawn(picture, longest, type);
      if (smaller && smaller.size <= maxFile) return new File([smaller], named(file.name, smaller.type), { type: smaller.type });
    }
    return file;
  } finally {
    picture.close();
  }
}

/** Draws a picture whose longest side has no more pixels than given. */
async function drawn(picture: ImageBitmap, longest: number, type: string): Promise<Blob | null> {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

/** The name of a file whose content has another type now. */
const named = (name: string, type: string) => `${name.replace(/\.\w+$/, '')}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`;
