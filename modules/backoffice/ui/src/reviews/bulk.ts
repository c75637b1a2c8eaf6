import type { Schemas } from '../types';
import type { BulkAction } from '../ui/BulkDialog';

type Review = Schemas['Review'];

/** What may be done with several reviews at a time. */
export const bulk: BulkAction<Review>[] = [
  {
    text: 'reviews.bulk.hide',
    scope: 'reviews:moderate',
    applies: (review) => review.status === 'visible',
    name: (review) => review.author.displayName,
    request: (review, reason) => ({ path: `/v1/admin/reviews/${review.id}/hide`, body: { reason } }),
    asks: true,
    danger: true,
  },
];
