import { Button } from '@mui/material';
import { useIsOffline } from 'react-admin';
import { Commands } from '../ui/DetailPage';
import { useSave } from './useSave';

/** Saves a document as PDF or XML. */
export function FileButtons({ of }: { of: { id: string; number: string } }) {
  const isOffline = useIsOffline();
  const { save } = useSave();
  return (
    <Commands>
      {['PDF', 'XML'].map((kind) => {
        const end = kind.toLowerCase();
        return (
          <Button
            key={kind}
            size="small"
            variant="outlined"
            disabled={isOffline}
            aria-label={`${kind} ${of.number}`}
            onClick={() => void save(`/v1/admin/invoices/${of.id}/${end}`, `${of.number}.${end}`)}
          >
            {kind}
          </Button>
        );
      })}
    </Commands>
  );
}
