import { Button, Stack, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { PictureDrop } from '../ui/PictureDrop';
import { useMoves } from '../ui/useMoves';
import type { TabProps } from './BasicsTab';
import type { DraftImage } from './draft';
import { ImageRow } from './ImageRow';

/** Pictures, uploaded or by their addresses, in the order of the shop: the first is the main one. */
export function ImagesTab({ draft, change, readOnly }: TabProps) {
  const translate = useTranslate();
  const { images } = draft;
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef(images); // for uploads that end after other changes
  useEffect(() => {
    latest.current = images;
  }, [images]);
  const add = (image: DraftImage) => {
    latest.current = [...latest.current, image];
    change({ images: latest.current });
  };
  const set = (i: number, changes: object) => change({ images: images.map((image, j) => (i === j ? { ...image, ...changes } : image)) });
  const { list, move } = useMoves(images, (moved) => change({ images: moved }));
  return (
    <Stack spacing={2}>
      {images.length === 0 && <Typography>{translate('products.editor.noImages')}</Typography>}
      {images.length > 1 && !readOnly && <Typography variant="body2" color="textSecondary">{translate('products.editor.dragHelp')}</Typography>}
      <Stack spacing={2} ref={list}>
        {images.map((image, i) => (
          <ImageRow
            key={i}
            image={image}
            place={i}
            last={images.length - 1}
            readOnly={readOnly}
            set={(changes) => set(i, changes)}
            move={(to) => move(i, to)}
            remove={() => change({ images: images.filter((_, j) => j !== i) })}
            isTarget={dragged !== null && dragged !== i}
            onDrag={(starts) => setDragged(starts ? i : null)}
            onDropped={() => dragged !== null && move(dragged, i)}
          />
        ))}
      </Stack>
      {!readOnly && images.length < 20 && (
        <>
          <PictureDrop onUploaded={({ url, id }) => add({ url, alt: '', saved: { url, mediaId: id } })} />
          <div>
            <Button variant="outlined" onClick={() => add({ url: 'https://', alt: '' })}>{translate('products.editor.addImage')}</Button>
          </div>
        </>
      )}
    </Stack>
  );
}
