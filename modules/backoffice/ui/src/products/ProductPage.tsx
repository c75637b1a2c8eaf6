import OpenInNew from '@mui/icons-material/OpenInNew';
import { Button, Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { taxClassValues } from '../../generated/schema';
import { call, query } from '../api';
import { may } from '../providers';
import { OnHand } from '../stock/OnHand';
import type { Stock } from '../stock/StockList';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { Money } from '../ui/Money';
import { PreviewButton } from '../ui/PreviewButton';
import { Status } from '../ui/Status';
import { useShopPage } from './useShopPage';

type Product = Schemas['AdminProduct'];

/** One product: its basics and its variants. */
export default function ProductPage() {
  const translate = useTranslate();
  return (
    <DetailPage<Product> resource="products" title={(p) => p.name} none={translate('products.none')}>
      {(detail) => (
        <>
          <div><Status kind="products.states" value={detail.record.status} /></div>
          <ProductCommands {...detail} />
          <Part title={translate('products.basics')}>
            <Facts
              prefix="products"
              of={[
                ['description', detail.record.description],
                ['brand', detail.record.brand?.name ?? null],
                ['categories', detail.record.categories.map((c) => c.name).join(', ')],
                ['slug', detail.record.slug],
                ['tax', translate(`products.taxClasses.${detail.record.taxClass}`)],
                ['found.tags', detail.record.tags.join(', ')],
                ['found.title', detail.record.seo.title],
                ['found.description', detail.record.seo.description],
                ['found.mpn', detail.record.mpn],
                ['found.condition', detail.record.condition === 'new' ? null : translate(`products.found.conditions.${detail.record.condition}`)],
              ]}
            />
            <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', mt: 1 }}>
              {detail.record.images.map((image) => <img key={image.url} src={image.url} alt={image.alt ?? ''} height={120} />)}
            </Stack>
          </Part>
          <Variants {...detail} />
        </>
      )}
    </DetailPage>
  );
}

function ProductCommands({ record, show, reread }: Detail<Product>) {
  const translate = useTranslate();
  const [editing, setEditing] = useState(false);
  const shopPage = useShopPage()?.(record);
  const inShop = shopPage && (
    <Button component="a" href={shopPage} target="_blank" rel="noopener noreferrer" endIcon={<OpenInNew />}>{translate('products.inShop')}</Button>
  );
  if (!may('products:write')) return inShop ? <Commands>{inShop}</Commands> : null;
  const path = `/v1/admin/products/${record.id}`;
  const edits = {
    record,
    fields: [{ name: 'status', label: translate('ui.words.status'), show: (value: unknown) => translate(`products.states.${value}`) }],
  };
  const props = { path, values: { name: record.name }, method: 'PATCH' as const, edits, onDone: show, onRefused: reread };
  return (
    <Commands>
      <Button variant="contained" component={Link} to={`/products/${record.id}/edit`}>
        {translate('ui.list.edit')}
      </Button>
      <Button variant="outlined" onClick={() => setEditing(true)}>{translate('products.editor.quick')}</Button>
      {record.status !== 'active' && <CommandButton<Product> {...props} text="products.publish" body={{ status: 'active' }} primary />}
      {record.status === 'active' && <CommandButton<Product> {...props} text="products.unpublish" body={{ status: 'draft' }} />}
      {record.status !== 'archived' && <CommandButton<Product> {...props} text="products.archive" body={{ status: 'archived' }} danger />}
      {inShop}
      {record.status !== 'active' && <PreviewButton path={`/v1/admin/products/${record.id}/preview`} texts="products.preview" />}
      {editing && (
        <FormDialog<Product>
          path={path}
          method="PATCH"
          title={translate('ui.list.editOf', { name: record.name })}
          submit={translate('ui.list.save')}
          fields={[
            { name: 'name', label: translate('ui.words.name'), required: true },
            { name: 'slug', label: translate('ui.words.slug'), required: true },
            { name: 'description', label: translate('products.description'), kind: 'long' },
            {
              name: 'taxClass', label: translate('products.tax'), kind: 'choice', required: true,
              options: taxClassValues.map((value) => ({ value, label: translate(`products.taxClasses.${value}`) })),
            },
          ]}
          initial={record}
          done={(p) => translate('ui.list.saved', { name: p.name })}
          onDone={show}
          onRefused={reread}
          onClose={() => setEditing(false)}
        />
      )}
    </Commands>
  );
}

/** How long to wait for the stock of a variant that was just made, in milliseconds. */
const untilStock = 1_000;

/** Returns what shows, and takes, the units on hand of a variant. */
function useOnHand(product: Product, reread: () => void) {
  const ids = product.variants.map((v) => v.id).slice(0, 100);
  const { data, refetch } = useQuery({
    queryKey: ['stock', 'of', ids],
    queryFn: ({ signal }) => call<{ data: Stock[] }>('/v1/admin/stock' + query({ ids: ids.join(','), limit: 100 }), { signal }),
    enabled: may('stock:read') && ids.length > 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && state.data.data.length < ids.length ? untilStock : false),
  });
  const done = () => {
    void refetch();
    reread();
  };
  return (v: { id: string }) => {
    const stock = data?.data.find((s) => s.variantId === v.id);
    if (!stock) return '–';
    return may('stock:write') ? <OnHand stock={stock} onDone={done} /> : stock.onHand;
  };
}

function Variants({ record: product, reread }: Detail<Product>) {
  const translate = useTranslate();
  const onHand = useOnHand(product, reread);
  return (
    <Part title={translate('products.variants')}>
      <TableContainer tabIndex={0} role="region" aria-label={translate('products.variants')}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('ui.words.sku')}</TableCell>
              <TableCell>{translate('products.editor.gtin')}</TableCell>
              <TableCell>{translate('products.options')}</TableCell>
              <TableCell align="right">{translate('products.editor.price')}</TableCell>
              <TableCell align="right">{translate('products.wholesale')}</TableCell>
              <TableCell align="right">{translate('ui.words.onHand')}</TableCell>
              <TableCell align="right">{translate('ui.words.available')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {product.variants.map((v) => (
              <TableRow key={v.id}>
                <TableCell>{v.sku}</TableCell>
                <TableCell>{v.gtin ?? '–'}</TableCell>
                <TableCell>{Object.values(v.options as Record<string, string>).join(' · ')}</TableCell>
                <TableCell align="right"><Money of={v.price} /></TableCell>
                <TableCell align="right">
                  {v.wholesalePrices.map((t) => <div key={t.minQuantity}>{t.minQuantity}+: <Money of={t.price} /></div>)}
                </TableCell>
                <TableCell align="right">{onHand(v)}</TableCell>
                <TableCell align="right">{v.available}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Part>
  );
}
