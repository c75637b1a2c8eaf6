import { Button, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from '../api';
import type { Schemas } from '../types';
import { Commands } from '../ui/DetailPage';
import { type Edited, FormDialog } from '../ui/FormDialog';
import { idsOf, type NamedProduct, ProductPicker, sayProducts } from '../ui/ProductPicker';
import { ProblemAlert } from '../ui/Problem';

type Related = Schemas['AdminRelatedProducts'];

const lists = ['accessories', 'similar', 'replaces'] as const;

interface Props {
  id: string;
  readOnly: boolean;
  /** Called when the lists were saved over a version of the product, which makes it another one. */
  onSaved: (before: number, after: number) => void;
}

/** What the shop shows beside a product; saved on its own. */
export function RelatedTab({ id, readOnly, onSaved }: Props) {
  const translate = useTranslate();
  const [editing, setEditing] = useState(false);
  const path = `/v1/admin/products/${id}/related`;
  const { data: related, error, refetch } = useQuery({
    queryKey: ['products', 'related', id],
    queryFn: ({ signal }) => call<Related>(path, { signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  if (error) return <ProblemAlert error={error} retry={refetch} />;
  if (!related) return <Skeleton variant="rounded" height={200} aria-busy />;
  const known: NamedProduct[] = lists.flatMap((list) => related[list]);
  return (
    <Stack spacing={2}>
      <Typography>{translate('products.related.text')}</Typography>
      {lists.map((list) => (
        <div key={list}>
          <Typography variant="subtitle1" component="h2">{translate(`products.related.${list}`)}</Typography>
          {related[list].length === 0
            ? <Typography color="textSecondary">{translate('ui.pick.none')}</Typography>
            : (
              <Stack component="ol" sx={{ m: 0, pl: 4 }}>
                {related[list].map((p) => (
                  <li key={p.id}>
                    <Link to={`/products/${p.id}`}>{p.name}</Link>{p.status !== 'active' && ` (${translate(`products.states.${p.status}`)})`}
                  </li>
                ))}
              </Stack>
            )}
        </div>
      ))}
      {!readOnly && (
        <Commands><Button variant="outlined" onClick={() => setEditing(true)}>{translate('products.related.edit')}</Button></Commands>
      )}
      {editing && (
        <FormDialog<Related>
          path={path}
          method="PUT"
          title={translate('products.related.title')}
          submit={translate('ui.list.save')}
          about={id}
          fields={lists.map((name) => ({
            name, label: translate(`products.related.${name}`), help: translate(`products.related.help.${name}`), say: sayProducts(known),
            read: (value) => idsOf((value ?? []) as NamedProduct[]),
            edit: (edited) => <ProductPicker {...(edited as Edited<string[] | null>)} known={known} most={20} except={id} />,
          }))}
          initial={{ ...related }}
          done={() => translate('products.related.saved')}
          onDone={(saved) => {
            onSaved(related.version, saved.version);
            void refetch();
          }}
          onRefused={() => void refetch()}
          onClose={() => setEditing(false)}
        />
      )}
    </Stack>
  );
}
