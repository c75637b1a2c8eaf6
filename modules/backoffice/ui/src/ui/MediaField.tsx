import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Media } from '../media/upload';
import type { Edited } from './FormDialog';
import { PictureDrop } from './PictureDrop';

interface Props extends Edited<string | null> {
  /** Where the picture is that the record has. */
  url: string | null;
}

/** The id of a picture, null for none; one that is uploaded takes the place of the record's. */
export function MediaField({ label, help, value, onChange, refused, url }: Props) {
  const translate = useTranslate();
  const [uploaded, setUploaded] = useState<Media | null>(null);
  const fault = refused('');
  const shown = value === uploaded?.id ? uploaded?.url : url;
  return (
    <Stack component="fieldset" spacing={1} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary">{label}</Typography>
      {value && shown && (
        <Stack direction="row" spacing={2} sx={{ alignItems: 'center' }}>
          <Box component="img" src={shown} alt="" sx={{ width: 96, height: 96, objectFit: 'contain', border: 1, borderColor: 'divider', borderRadius: 1 }} />
          <Button onClick={() => onChange(null)}>{translate('ui.pictures.remove')}</Button>
        </Stack>
      )}
      <PictureDrop
        single
        onUploaded={(media) => {
          setUploaded(media);
          onChange(media.id);
        }}
      />
      {(fault ?? help) && <FormHelperText error={fault !== undefined}>{fault ?? help}</FormHelperText>}
    </Stack>
  );
}
