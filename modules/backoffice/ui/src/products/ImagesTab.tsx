import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DeleteIcon from '@mui/icons-material/Delete';
import { Button, IconButton, Stack, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { isPicture } from '../ui/isPicture';
import { PictureDrop } from '../ui/PictureDrop';
import type { TabProps } from './BasicsTab';
import { Field } from './fields';

/** Pictures, uploaded or by their addresses, in the order of the shop. */
export function ImagesTab({ draft, change, readOnly }: TabProps) {
  const translate = useTranslate();
  const { images } = draft;
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
    const [upward, downward] = list.current?.children[to]?.querySelectorAll('button') ?? [];
    (up ? [upward, downward] : [downward, upward]).find((button) => button && !button.disabled)?.focus();
  });
  return (
    <Stack spacing={2} ref={list}>
      {images.length === 0 && <Typography>{translate('editor.noImages')}</Typography>}
      {images.map((image, i) => {
        const name = translate('editor.picture', { number: i + 1 });
        return (
          <Stack key={i} direction="row" spacing={1} useFlexGap role="group" aria-label={name} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
            {isPicture(image.url) && <img src={image.url} alt={image.alt} width={64} height={64} style={{ objectFit: 'cover' }} />}
            <Field pointer={`/images/${i}/url`} label={translate('editor.url')} value={image.url} onChange={(url) => set(i, { url })} sx={{ flexGrow: 1, minWidth: 200 }} disabled={readOnly} />
            <Field pointer={`/images/${i}/alt`} label={translate('editor.alt')} value={image.alt} onChange={(alt) => set(i, { alt })} sx={{ flexGrow: 1, minWidth: 160 }} disabled={readOnly} />
            {!readOnly && (
              <span>
                <IconButton aria-label={translate('editor.up', { name })} disabled={i === 0} onClick={() => move(i, i - 1)}><ArrowUpwardIcon /></IconButton>
                <IconButton aria-label={translate('editor.down', { name })} disabled={i === images.length - 1} onClick={() => move(i, i + 1)}><ArrowDownwardIcon /></IconButton>
                <IconButton aria-label={translate('editor.remove', { name })} onClick={() => change({ images: images.filter((_, j) => j !== i) })}><DeleteIcon /></IconButton>
              </span>
            )}
          </Stack>
        );
      })}
      {!readOnly && images.length < 20 && (
        <>
          <PictureDrop onUploaded={(picture) => add(picture.url)} />
          <div><Button variant="outlined" onClick={() => add('https://')}>{translate('editor.addImage')}</Button></div>
        </>
      )}
    </Stack>
  );
}
