import { Box, Stack, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import type { Draft } from './drafts';

const names = ['accent', 'paper', 'ink'] as const;

type Name = (typeof names)[number];

interface Props {
  draft: Draft;
  onChange: (name: Name, value: string) => void;
  refused: (name: string) => string | undefined;
  /** The colors as pages show them, once that is known. */
  shown?: Schemas['ColorPalette'];
}

/** The three colors that are chosen, with what pages show where one could not be read. */
export function Colors({ draft, onChange, refused, shown }: Props) {
  const translate = useTranslate();
  return names.map((name) => {
    const fault = refused(name);
    const label = translate(`looks.colors.${name}`);
    const isMended = shown !== undefined && shown[name] !== draft[name].trim().toLowerCase();
    return (
      <Stack key={name} direction="row" spacing={1} sx={{ alignItems: 'start' }}>
        <TextField
          label={label}
          value={draft[name]}
          onChange={(event) => onChange(name, event.target.value)}
          error={fault !== undefined}
          helperText={fault ?? (isMended ? (
            <>
              <Swatch color={shown[name]} /> {translate('looks.colors.mended', { color: shown[name] })}
            </>
          ) : translate(`looks.colors.help.${name}`))}
          slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off' } }}
          sx={{ flex: 1 }}
        />
        <TextField
          type="color"
          label={translate('looks.colors.pick', { name: label })}
          value={/^#[0-9a-f]{6}$/i.test(draft[name]) ? draft[name].toLowerCase() : '#000000'}
          onChange={(event) => onChange(name, event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
          sx={{ width: 150 }}
        />
      </Stack>
    );
  });
}

function Swatch({ color }: { color: string }) {
  return <Box component="span" sx={{ display: 'inline-block', width: 12, height: 12, border: 1, borderColor: 'divider', bgcolor: color }} />;
}
