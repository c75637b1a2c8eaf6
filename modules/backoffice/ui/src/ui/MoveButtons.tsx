import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import { IconButton } from '@mui/material';
import { useTranslate } from 'react-admin';

interface Props {
  /** What is moved. */
  name: string;
  /** Its place in the list, and the last one of it. */
  place: number;
  last: number;
  move: (to: number) => void;
}

/** Moves an item of a list up or down (useMoves). */
export function MoveButtons({ name, place, last, move }: Props) {
  const translate = useTranslate();
  return (
    <>
      <IconButton data-move aria-label={translate('ui.list.up', { name })} disabled={place === 0} onClick={() => move(place - 1)}><ArrowUpwardIcon /></IconButton>
      <IconButton data-move aria-label={translate('ui.list.down', { name })} disabled={place === last} onClick={() => move(place + 1)}><ArrowDownwardIcon /></IconButton>
    </>
  );
}
