import { Autocomplete, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call, query } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';

/** An order that may be chosen. */
export interface OrderChoice {
  id: string;
  number: string;
  /** What tells it from others, if that is known. */
  about: string;
}

interface Props {
  label: string;
  value: OrderChoice | null;
  error?: string;
  onChange: (order: OrderChoice | null) => void;
  aboutOf: (order: Schemas['AdminOrder']) => string;
}

/** A field that finds orders by their number, their buyer, or whatever else the list of orders finds. */
export function OrderField({ label, value, error, onChange, aboutOf }: Props) {
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: ['orders', 'toChoose', typed],
    queryFn: ({ signal }) => call<{ data: Schemas['AdminOrder'][] }>(`/v1/admin/orders${query({ q: typed, limit: 10 })}`, { signal, quiet: true }),
    enabled: may('orders:read') && typed.trim().length > 2 && typed !== value?.number,
    retry: false,
  });
  const found = (data?.data ?? []).map((o): OrderChoice => ({ id: o.id, number: o.number, about: aboutOf(o) }));
  return (
    <Autocomplete
      options={value && !found.some((o) => o.id === value.id) ? [value, ...found] : found}
      filterOptions={(all) => all}
      loading={isFetching}
      value={value}
      onChange={(_, order) => onChange(order)}
      onInputChange={(_, text) => setTyped(text)}
      getOptionLabel={(order) => order.number}
      getOptionKey={(order) => order.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText={translate(typed.trim().length > 2 ? 'orders.choose.none' : 'orders.choose.type')}
      renderOption={({ key, ...props }, order) => <li key={key} {...props}>{order.number}{order.about && `, ${order.about}`}</li>}
      renderInput={(params) => <TextField {...params} label={label} required autoFocus error={Boolean(error)} helperText={error} />}
    />
  );
}
