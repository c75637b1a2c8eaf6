import { Rating, Stack, Typography } from '@mui/material';
import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { reviewStatusValues } from '../../generated/schema';
import { Actor } from '../audit/Sentence';
import { may } from '../providers';
import type { Schemas } from '../types';
import { ChoiceFilter } from '../ui/ChoiceFilter';
import { CommandButton } from '../ui/CommandButton';
import { ListPage } from '../ui/ListPage';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';
import { bulk } from './bulk';

type Review = Schemas['AdminReview'];

/** What customers say about products, newest first. */
export default function ReviewList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  /** Of two who hide it the first one's reason counts. */
  const hidden = (r: Review, reason: string) => r.hiddenReason !== reason.trim() && (
    <>{translate('reviews.hide.already', { reason: r.hiddenReason })}<div><Actor of={r.hiddenBy ?? ''} /></div></>
  );
  const decision = (r: Review) => {
    if (!may('reviews:moderate')) return null;
    const props = { values: { author: r.author.displayName }, onDone: refresh, onRefused: refresh };
    return r.status === 'visible'
      ? <CommandButton<Review> {...props} text="reviews.hide" path={`/v1/admin/reviews/${r.id}/hide`} field="reason" danger done={hidden} />
      : <CommandButton<Review> {...props} text="reviews.show" path={`/v1/admin/reviews/${r.id}/show`} />;
  };
  const product = (r: Review) => {
    const name = r.productName || r.productId;
    return may('products:read') ? <Link to={`/products/${r.productId}`}>{name}</Link> : name;
  };
  const author = (r: Review) => (
    <>
      {may('customers:read') ? <Link to={`/customers/${r.userId}`}>{r.author.displayName || '–'}</Link> : r.author.displayName}
      {r.verifiedPurchase && <Typography variant="body2" color="textSecondary">{translate('reviews.verified')}</Typography>}
    </>
  );
  const state = (r: Review) => (
    <Stack spacing={0.5} sx={{ alignItems: 'start' }}>
      <Status kind="reviews.states" value={r.status} />
      {r.hiddenReason && <Typography variant="body2" color="textSecondary">{r.hiddenReason}</Typography>}
    </Stack>
  );
  return (
    <ListPage<Review>
      title={translate('reviews.title')}
      search={translate('reviews.search')}
      tabs={{ source: 'status', values: ['', ...reviewStatusValues], label: (v) => translate(v ? `reviews.states.${v}` : 'ui.list.all') }}
      filters={[
        <ChoiceFilter
          key="rating"
          source="rating"
          alwaysOn
          label={translate('reviews.rating')}
          any={translate('reviews.anyRating')}
          choices={[1, 2, 3, 4, 5].map((n) => ({ value: String(n), label: translate('reviews.stars', { smart_count: n }) }))}
        />,
      ]}
      empty={translate('reviews.empty')}
      bulk={may('reviews:moderate') ? bulk : undefined}
      columns={[
        { name: 'product', label: translate('reviews.product'), show: product },
        { name: 'rating', label: translate('reviews.rating'), show: (r) => <Rating value={r.rating} readOnly size="small" /> },
        { name: 'message', label: translate('reviews.message'), show: (r) => <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{r.message}</span> },
        { name: 'author', label: translate('reviews.author'), show: author },
        { name: 'status', label: translate('ui.words.status'), show: state },
        { name: 'createdAt', label: translate('reviews.written'), show: (r) => <Ago at={r.createdAt} /> },
        { name: 'decision', label: translate('ui.list.actions'), show: decision },
      ]}
      small={(r) => ({ first: `${r.rating} ★ ${r.productName}`, second: r.message, right: decision(r) })}
    />
  );
}
