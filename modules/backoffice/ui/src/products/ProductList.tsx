import OpenInNew from '@mui/icons-material/OpenInNew';
import { Button, IconButton, Stack } from '@mui/material';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { productStatusValues } from '../../generated/schema';
import { BulkEditButton } from '../bulkEdits/BulkEditButton';
import { may } from '../providers';
import { Available } from '../stock/Available';
import { levelOf } from '../stock/level';
import { useLowStock } from '../stock/useLowStock';
import type { Schemas } from '../types';
import type { BulkAction } from '../ui/BulkDialog';
import { Commands } from '../ui/DetailPage';
import { ListPage } from '../ui/ListPage';
import { Money } from '../ui/Money';
import { Picture } from '../ui/Picture';
import { useProblemText } from '../ui/Problem';
import { saveAnswer } from '../ui/saveFile';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { useProductFilters } from './useProductFilters';
import { useShopPage } from './useShopPage';

type Product = Schemas['AdminProduct'];

/** A change of the status of several products. */
const changeStatus = (text: string, status: Product['status'], danger = false): BulkAction<Product> => ({
  text: `products.bulk.${text}`,
  scope: 'products:write',
  applies: (p) => p.status !== status,
  name: (p) => p.name,
  request: (p) => ({ path: `/v1/admin/products/${p.id}`, method: 'PATCH', body: { status }, match: `"${p.version}"` }),
  danger,
});

/** What the shop sells. */
export default function ProductList() {
  const translate = useTranslate();
  const filters = useProductFilters();
  const low = useLowStock();
  const shopPage = useShopPage();
  const available = (p: Product) => {
    if (p.variants.length === 0) return '–';
    const units = p.variants.reduce((sum, v) => sum + v.available, 0);
    // Like the filter: all variants are sold out, or one is low.
    const level = levelOf(units, 0) ?? (p.variants.some((v) => levelOf(v.available, low)) ? 'low' : null);
    return <Available units={units} level={level} />;
  };
  return (
    <>
      <ProductButtons />
      <ListPage<Product>
        title={translate('products.title')}
        search={translate('products.search')}
        tabs={{ source: 'status', values: ['', ...productStatusValues], label: (v) => translate(v ? `products.states.${v}` : 'ui.list.all') }}
        filters={filters}
        to={(p) => `/products/${p.id}`}
        empty={translate('products.empty')}
        first={may('products:write') && <Button component={Link} to="/products/new" variant="contained">{translate('products.editor.new')}</Button>}
        bulk={may('products:write') ? [changeStatus('publish', 'active'), changeStatus('archive', 'archived', true)] : undefined}
        bulkMore={(selection) => <BulkEditButton selection={selection} />}
        columns={[
          {
            name: 'name',
            label: translate('ui.words.name'),
            sort: 'name',
            show: (p) => (
              <Stack component="span" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
                <Picture url={p.images[0]?.url} name={p.name} />
                <span>{p.name}</span>
              </Stack>
            ),
          },
          { name: 'brand', label: translate('products.brand'), show: (p) => p.brand?.name ?? '–' },
          { name: 'categories', label: translate('products.categories'), show: (p) => p.categories.map((c) => c.name).join(', ') || '–' },
          {
            name: 'status',
            label: translate('ui.words.status'),
            show: (p) => (
              <Stack direction="row" sx={{ alignItems: 'center' }}>
                <Status kind="products.states" value={p.status} />
                <InShop product={p} at={shopPage?.(p)} />
              </Stack>
            ),
          },
          { name: 'variants', label: translate('products.variants'), align: 'right', show: (p) => p.variants.length },
          { name: 'available', label: translate('ui.words.available'), align: 'right', show: available },
          { name: 'priceFrom', label: translate('products.from'), align: 'right', sort: 'price', show: (p) => (p.priceFrom === null ? '–' : <Money of={p.priceFrom} />) },
          { name: 'updatedAt', label: translate('products.changed'), sort: 'updatedAt', show: (p) => <Time at={p.updatedAt} date /> },
        ]}
        small={(p) => ({ first: p.name, second: translate(`products.states.${p.status}`), right: p.priceFrom !== null && <Money of={p.priceFrom} /> })}
      />
    </>
  );
}

/** The way to the page of the storefront that shows a product. */
function InShop({ product, at }: { product: Product; at?: string }) {
  const translate = useTranslate();
  if (!at) return null;
  return (
    <IconButton component="a" href={at} target="_blank" rel="noopener noreferrer" size="small" aria-label={`${translate('products.inShop')}: ${product.name}`}>
      <OpenInNew fontSize="small" />
    </IconButton>
  );
}

/** What is done with all products at once. */
function ProductButtons() {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveAnswer('/v1/admin/products/export', 'products.csv').catch((error) => notify(text(error), { type: 'error' }));
    setBusy(false);
  };
  return (
    <Stack sx={{ mt: 2 }}>
      <Commands>
        {may('products:write') && <Button component={Link} to="/products/new" variant="contained">{translate('products.editor.new')}</Button>}
        {may('products:write') && <Button component={Link} to="/products/import" variant="outlined">{translate('products.import.button')}</Button>}
        <Button component={Link} to="/bulk-edits" variant="outlined">{translate('bulkEdits.title')}</Button>
        <Button variant="outlined" disabled={busy} onClick={() => void save()}>{translate('products.export')}</Button>
      </Commands>
    </Stack>
  );
}
