import { Stack } from '@mui/material';
import { Title, useLocaleState, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Draft, draftOf } from './draft';
import { ProductForm } from './ProductForm';

/** A new product, or a copy of one. */
export default function NewProductPage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [locale] = useLocaleState();
  const copied = (useLocation().state as { draft?: Draft } | null)?.draft;
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Title title={translate('products.editor.new')} />
      <ProductForm initial={copied ?? draftOf(locale)} onSaved={(p) => navigate(`/products/${p.id}`, { replace: true })} />
    </Stack>
  );
}
