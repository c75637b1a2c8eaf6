import DeleteIcon from '@mui/icons-material/Delete';
import ImageIcon from '@mui/icons-material/Image';
import { Box, Button, Chip, IconButton, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { isPicture } from '../ui/isPicture';
import { MoveButtons } from '../ui/MoveButtons';
import type { DraftImage } from './draft';
import { Field, useFault } from './fields';

interface Props {
  image: DraftImage;
  /** Its place among the pictures, and the last one of them. */
  place: number;
  last: number;
  readOnly: boolean;
  set: (changes: object) => void;
  move: (to: number) => void;
  remove: () => void;
  /** Whether another picture is being dragged, and may be dropped here. */
  isTarget: boolean;
  onDrag: (starts: boolean) => void;
  onDropped: () => void;
}

/** One picture of a product: what it looks like, what it shows, and its place. */
export function ImageRow({ image, place, last, readOnly, set, move, remove, isTarget, onDrag, onDropped }: Props) {
  const translate = useTranslate();
  const name = translate('products.editor.picture', { number: place + 1 });
  const [over, setOver] = useState(false);
  return (
    <Stack
      direction="row"
      spacing={2}
      useFlexGap
      role="group"
      aria-label={name}
      onDragOver={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDropped();
      }}
      sx={{ alignItems: 'center', flexWrap: 'wrap', borderRadius: 1, outline: over ? 2 : 0, outlineStyle: 'solid', outlineColor: 'primary.main' }}
    >
      <Thumbnail image={image} draggable={!readOnly && last > 0} onDrag={onDrag} />
      <Stack spacing={1} sx={{ flex: '1 1 240px', minWidth: 0 }}>
        {place === 0 && <div><Chip size="small" color="primary" variant="outlined" label={translate('products.editor.main')} /></div>}
        <Field pointer={`/images/${place}/alt`} label={translate('products.editor.alt')} value={image.alt} onChange={(alt) => set({ alt })} disabled={readOnly} />
        <Address place={place} image={image} set={set} readOnly={readOnly} />
      </Stack>
      {!readOnly && (
        <Stack direction="row" sx={{ alignItems: 'center' }}>
          {place > 0 && <Button onClick={() => move(0)}>{translate('products.editor.makeMain')}</Button>}
          <MoveButtons name={name} place={place} last={last} move={move} />
          <IconButton aria-label={translate('products.editor.remove', { name })} onClick={remove}>
            <DeleteIcon />
          </IconButton>
        </Stack>
      )}
    </Stack>
  );
}

function Thumbnail({ image, draggable, onDrag }: { image: Props['image']; draggable: boolean; onDrag: Props['onDrag'] }) {
  const frame = { width: 128, height: 128, flexShrink: 0, borderRadius: 1, border: 1, borderColor: 'divider', bgcolor: 'action.hover' };
  const drag = {
    draggable,
    onDragStart: (event: React.DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      onDrag(true);
    },
    onDragEnd: () => onDrag(false),
  };
  if (!isPicture(image.url)) {
    return <Box {...drag} sx={{ ...frame, display: 'grid', placeItems: 'center' }}><ImageIcon color="disabled" /></Box>;
  }
  return <Box {...drag} component="img" src={image.url} alt={image.alt} sx={{ ...frame, objectFit: 'contain', cursor: draggable ? 'grab' : undefined }} />;
}

/** Where a picture is: that of an uploaded one is its file's name; another is typed. */
function Address({ place, image, set, readOnly }: { place: number } & Pick<Props, 'image' | 'set' | 'readOnly'>) {
  const translate = useTranslate();
  const pointer = `/images/${place}/url`;
  const fault = useFault(pointer);
  const [typed] = useState(() => !isUploaded(image.url));
  if (!typed && isUploaded(image.url) && fault === undefined) {
    return <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>{image.url.split('/').pop()}</Typography>;
  }
  return <Field pointer={pointer} label={translate('products.editor.url')} value={image.url} onChange={(url) => set({ url })} disabled={readOnly} />;
}

const isUploaded = (url: string) => isPicture(url) && /\/media\/[^/]+\/[^/]+$/.test(url);
