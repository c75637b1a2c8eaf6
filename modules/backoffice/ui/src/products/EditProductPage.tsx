import { Button } from '@mui/material';
import { useLocaleState, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { Commands, DetailPage } from '../ui/DetailPage';
import { mayLeave } from '../ui/unsaved';
import { draftOf, type Product } from './draft';
import { ProductForm } from './ProductForm';

/** All of a product that can be changed. */
export default function EditProductPage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [locale] = useLocaleState();
  const duplicate = (record: Product) => {
    if (!mayLeave()) return;
    const draft = draftOf(locale, record);
    const variants = draft.variants.map((v) => ({ ...v, id: undefined, sku: `${v.sku}-2`, gtin: '', metadata: [] })); // other systems know the original
    navigate('/products/new', { state: { draft: { ...draft, name: translate('products.editor.copyOf', { name: record.name }), slug: '', status: 'draft', metadata: [], variants } } });
  };
  return (
    <DetailPage<Product> resource="products" title={(p) => translate('ui.list.editOf', { name: p.name })} none={translate('products.none')}>
      {({ record, show }) => (
        <>
          <Commands>
            <Button component={Link} to={`/products/${record.id}`}>{translate('products.editor.back')}</Button>
            <Button onClick={() => duplicate(record)}>{translate('products.editor.duplicate')}</Button>
          </Commands>
          <ProductForm key={record.id} product={record} initial={draftOf(locale, record)} onSaved={show} />
        </>
      )}
    </DetailPage>
  );
}
