import OpenInNew from '@mui/icons-material/OpenInNew';
import { Button, Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { Money } from '../ui/Money';
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
          <div><Status kind="productStates" value={detail.record.status} /></div>
          <ProductCommands {...detail} />
          <Part title={translate('products.basics')}>
            <Facts
              prefix="products"
              of={[
                ['description', detail.record.description],
                ['brand', detail.record.brand?.name ?? null],
                ['categories', detail.record.categories.map((c) => c.name).join(', ')],
                ['slug', detail.record.slug],
                ['tax', translate(`taxClasses.${detail.record.taxClass}`)],
              ]}
            />
            <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', mt: 1 }}>
              {detail.record.images.map((image) => <img key={image.url} src={image.url} alt={image.alt ?? ''} height={120} />)}
            </Stack>
          </Part>
          <Variants product={detail.record} />
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
    fields: [{ name: 'status', label: translate('customers.state'), show: (value: unknown) => translate(`productStates.${value}`) }],
  };
  const props = { path, values: { name: record.name }, method: 'PATCH' as const, edits, onDone: show, onRefused: reread };
  return (
    <Commands>
      <Button variant="contained" component={Link} to={`/products/${record.id}/edit`}>{translate('list.edit')}</Button>
      <Button variant="outlined" onClick={() => setEditing(true)}>{translate('editor.quick')}</Button>
      {record.status !== 'active' && <CommandButton<Product> {...props} text="products.publish" body={{ status: 'active' }} primary />}
      {record.status === 'active' && <CommandButton<Product> {...props} text="products.unpublish" body={{ status: 'draft' }} />}
      {record.status !== 'archived' && <CommandButton<Product> {...props} text="products.archive" body={{ status: 'archived' }} danger />}
      {inShop}
      {editing && (
        <FormDialog<Product>
          path={path}
          method="PATCH"
          title={translate('list.editOf', { name: record.name })}
          submit={translate('list.save')}
          fields={[
            { name: 'name', label: translate('shipping.name'), required: true },
            { name: 'slug', label: translate('taxonomy.slug'), required: true },
            { name: 'description', label: translate('products.description'), kind: 'long' },
            {
              name: 'taxClass', label: translate('products.tax'), kind: 'choice', required: true,
              options: ['standard', 'reduced', 'zero'].map((value) => ({ value, label: translate(`taxClasses.${value}`) })),
            },
          ]}
          initial={record}
          done={(p) => translate('list.saved', { name: p.name })}
          onDone={show}
          onRefused={reread}
          onClose={() => setEditing(false)}
        />
      )}
    </Commands>
  );
}

function Variants({ product }: { product: Product }) {
  const translate = useTranslate();
  return (
    <Part title={translate('products.variants')}>
      <TableContainer tabIndex={0} role="region" aria-label={translate('products.variants')}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('stock.sku')}</TableCell>
              <TableCell>{translate('products.options')}</TableCell>
              <TableCell align="right">{translate('orders.price')}</TableCell>
              <TableCell align="right">{translate('products.wholesale')}</TableCell>
              <TableCell align="right">{translate('stock.available')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {product.variants.map((v) => (
              <TableRow key={v.id}>
                <TableCell>{v.sku}</TableCell>
                <TableCell>{Object.values(v.options as Record<string, string>).join(' · ')}</TableCell>
                <TableCell align="right"><Money of={v.price} /></TableCell>
                <TableCell align="right">
                  {v.wholesalePrices.map((t) => <div key={t.minQuantity}>{t.minQuantity}+: <Money of={t.price} /></div>)}
                </TableCell>
                <TableCell align="right">{v.available}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Part>
  );
}
