import { Avatar } from '@mui/material';

/** The small picture of a product beside its name, which says what it is; without one its first letter. */
export function Picture({ url, name }: { url: string | null | undefined; name: string }) {
  return (
    <Avatar component="span" variant="rounded" src={url ?? undefined} alt="" aria-hidden sx={{ width: 32, height: 32 }}>
      {name.slice(0, 1)}
    </Avatar>
  );
}
