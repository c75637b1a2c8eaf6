import DeleteIcon from '@mui/icons-material/Delete';
import { Autocomplete, FormHelperText, IconButton, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call, query } from '../api';
import type { Schemas } from '../types';
import type { Edited } from './FormDialog';
import { MoveButtons } from './MoveButtons';
import { useMoves } from './useMoves';
import { useSettled } from './useSettled';

export type NamedProduct = Schemas['NamedProduct'];

interface Props extends Edited<string[] | null> {
  /** The products that the record has, for their names. */
  known: NamedProduct[];
  /** How many there may be. */
  most: number;
  /** A product that may not be chosen. */
  except?: string;
}

/** The ids of products in an order that is changed by buttons; others are found by name or SKU. */
export function ProductPicker({ label, help, value, onChange, refused, known, most, except }: Props) {
  const translate = useTranslate();
  const ids = value ?? [];
  const [found, setFound] = useState<Pick<NamedProduct, 'id' | 'name' | 'status'>[]>(known);
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { list, move } = useMoves(ids, (moved) => onChange(moved));
  const settled = useSettled(typed.trim());
  const { data: options = [], isFetching } = useQuery({
    queryKey: ['pickProducts', settled],
    queryFn: async ({ signal }) => (await call<Schemas['AdminProductList']>(`/v1/admin/products${query({ q: settled, limit: 20 })}`, { signal })).data,
    retry: false,
  });
  const nameOf = (id: string) => found.find((p) => p.id === id)?.name ?? id;
  const statusOf = (id: string) => found.find((p) => p.id === id)?.status;
  const fault = refused('');
  return (
    <Stack component="fieldset" spacing={1} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary">{label}</Typography>
      {ids.length === 0 && <Typography>{translate('ui.pick.none')}</Typography>}
      <Stack ref={list} spacing={0.5}>
        {ids.map((id, i) => (
          <Stack key={id} direction="row" role="group" aria-label={nameOf(id)} sx={{ alignItems: 'center' }}>
            <Stack sx={{ flexGrow: 1, minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>
                {i + 1}. {nameOf(id)}
                {statusOf(id) && statusOf(id) !== 'active' && ` (${translate(`ui.pick.states.${statusOf(id)}`)})`}
              </Typography>
              {refused(String(i)) && <FormHelperText error>{refused(String(i))}</FormHelperText>}
            </Stack>
            <MoveButtons name={nameOf(id)} place={i} last={ids.length - 1} move={(to) => move(i, to)} />
            <IconButton
              aria-label={translate('ui.pick.remove', { name: nameOf(id) })}
              onClick={() => {
                onChange(ids.filter((other) => other !== id));
                input.current?.focus();
              }}
            >
              <DeleteIcon />
            </IconButton>
          </Stack>
        ))}
      </Stack>
      <Autocomplete
        value={null}
        inputValue={typed}
        onInputChange={(_, text, reason) => setTyped(reason === 'reset' || reason === 'selectOption' ? '' : text)}
        onChange={(_, chosen) => {
          if (!chosen) return;
          setFound((all) => [...all.filter((p) => p.id !== chosen.id), chosen]);
          onChange([...ids, chosen.id]);
        }}
        options={options}
        loading={isFetching}
        filterOptions={(all) => all}
        getOptionLabel={(p) => p.name}
        getOptionKey={(p) => p.id}
        getOptionDisabled={(p) => p.id === except || p.status === 'archived' || ids.includes(p.id)}
        disabled={ids.length >= most}
        renderInput={(params) => (
          <TextField {...params} inputRef={input} label={translate('ui.pick.add', { label })} error={fault !== undefined} helperText={fault ?? help ?? translate('ui.pick.help', { most })} />
        )}
      />
    </Stack>
  );
}

/** The ids of named products, and how they are said. */
export const idsOf = (products: NamedProduct[]) => products.map((p) => p.id);
export const sayProducts = (known: NamedProduct[]) => (value: unknown) =>
  (value as (string | NamedProduct)[]).map((v) => (typeof v === 'string' ? known.find((p) => p.id === v)?.name ?? v : v.name)).join('\n') || '–';
