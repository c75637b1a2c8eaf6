import { Button, Stack, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { PictureDrop } from '../ui/PictureDrop';
import type { TabProps } from './BasicsTab';
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
  const add = (url: string) => {
    latest.current = [...latest.current, { url, alt: '' }];
    change({ images: latest.current });
  };
  const set = (i: number, changes: object) => change({ images: images.map((image, j) => (i === j ? { ...image, ...changes } : image)) });
  const list = useRef<HTMLDivElement>(null);
  const follow = useRef<{ to: number; up: boolean } | null>(null);
  const move = (i: number, to: number) => {
    const moved = [...images];
    moved.splice(to, 0, ...moved.splice(i, 1));
    change({ images: moved });
    follow.current = { to, up: to < i };
  };
  // The focus goes with the picture, so that the same key moves it on; at an end, to the way back.
  useEffect(() => {
    if (!follow.current) return;
    const { to, up } = follow.current;
    follow.current = null;
    const [upward, downward] = list.current?.children[to]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [];
    (up ? [upward, downward] : [downward, upward]).find((button) => button && !button.disabled)?.focus();
  });
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
          <PictureDrop onUploaded={(picture) => add(picture.url)} />
          <div>
            <Button variant="outlined" onClick={() => add('https://')}>{translate('products.editor.addImage')}</Button>
          </div>
        </>
      )}
    </Stack>
  );
}
