import { useTranslate } from 'react-admin';
import { automaticPromotionKindValues, promotionAudienceValues } from '../../generated/schema';
import { stateOf, Window } from '../promotions/promotionWindow';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import type { Edited } from '../ui/FormDialog';
import { useEuros } from '../ui/Money';
import { RecordList } from '../ui/RecordList';
import { Status } from '../ui/Status';
import { PromotionProducts } from './PromotionProducts';

type Promotion = Schemas['AutomaticPromotion'];

/** The kind by which some units are cheaper when others are bought. */
const moreKind: Promotion['kind'] = 'buy_x_get_y';

/** What makes a cart cheaper without a code. */
export default function AutomaticPromotionList() {
  const translate = useTranslate();
  const euros = useEuros();
  const worth = (p: Promotion) => {
    if (p.kind === 'free_shipping') return translate('automaticPromotions.freeUpTo', { amount: euros(p.value) });
    if (p.kind === moreKind) {
      return translate(p.value === 100 ? 'automaticPromotions.moreFree' : 'automaticPromotions.moreCheaper', {
        all: (p.buyQuantity ?? 0) + (p.getQuantity ?? 0), buy: p.buyQuantity, get: p.getQuantity, percent: p.value,
      });
    }
    return p.kind === 'percent' ? `${p.value} %` : euros(p.value);
  };
  // A process of the release before has no productIds.
  const products = (ids: string[] = []) => (ids.length === 0 ? translate('automaticPromotions.allProducts') : String(ids.length));
  return (
    <RecordList<Promotion>
      text="automaticPromotions"
      path="/v1/admin/automatic-promotions"
      scope="promotions:write"
      name={(p) => p.name}
      second={worth}
      search={translate('automaticPromotions.search')}
      tabs={{ source: 'active', values: ['', 'true', 'false'], label: (v) => translate(`automaticPromotions.tabs.${v || 'all'}`) }}
      more={(p, refresh) => p.active && may('promotions:write') && (
        <CommandButton
          text="automaticPromotions.off"
          values={{ name: p.name }}
          path={`/v1/admin/automatic-promotions/${p.id}`}
          method="PATCH"
          body={{ active: false }}
          onDone={refresh}
          onRefused={refresh}
        />
      )}
      initial={{ kind: 'percent', audience: 'everybody', active: true }}
      complete={({ buyQuantity, getQuantity, ...rest }) => (rest.kind === moreKind ? { ...rest, buyQuantity, getQuantity } : rest)}
      fields={[
        { name: 'name', label: translate('automaticPromotions.name'), required: true, help: translate('automaticPromotions.nameHelp') },
        {
          name: 'kind', label: translate('automaticPromotions.kind'), kind: 'choice', required: true,
          options: automaticPromotionKindValues.map((value) => ({ value, label: translate(`automaticPromotions.kinds.${value}`) })),
        },
        { name: 'value', label: translate('automaticPromotions.value'), kind: 'money', required: true, help: translate('automaticPromotions.valueHelp') },
        { name: 'buyQuantity', label: translate('automaticPromotions.buy'), kind: 'number', required: true, when: (held) => held.kind === moreKind },
        {
          name: 'getQuantity', label: translate('automaticPromotions.get'), kind: 'number', required: true, when: (held) => held.kind === moreKind,
          help: translate('automaticPromotions.getHelp'),
        },
        { name: 'minimum', label: translate('automaticPromotions.minimum'), kind: 'money', help: translate('automaticPromotions.minimumHelp') },
        {
          name: 'audience', label: translate('automaticPromotions.audience'), kind: 'choice', required: true,
          options: promotionAudienceValues.map((value) => ({ value, label: translate(`automaticPromotions.audiences.${value}`) })),
        },
        {
          name: 'productIds', label: translate('automaticPromotions.products'), help: translate('automaticPromotions.productsHelp'),
          say: (ids) => (ids as string[] | undefined)?.join('\n') || translate('automaticPromotions.allProducts'), edit: (edited) => <PromotionProducts {...(edited as Edited<string[] | null>)} />,
        },
        { name: 'startsAt', label: translate('automaticPromotions.starts'), kind: 'time' },
        { name: 'endsAt', label: translate('automaticPromotions.ends'), kind: 'time' },
        { name: 'active', label: translate('automaticPromotions.active'), kind: 'switch' },
      ]}
      columns={[
        { name: 'name', label: translate('automaticPromotions.name'), sort: 'name', show: (p) => p.name },
        { name: 'value', label: translate('automaticPromotions.value'), align: 'right', show: worth },
        { name: 'minimum', label: translate('automaticPromotions.minimum'), align: 'right', show: (p) => (p.minimum > 0 ? euros(p.minimum) : '') },
        { name: 'audience', label: translate('automaticPromotions.audience'), show: (p) => translate(`automaticPromotions.audiences.${p.audience}`) },
        { name: 'products', label: translate('automaticPromotions.products'), show: (p) => products(p.productIds) },
        { name: 'state', label: translate('ui.words.status'), show: (p) => <Status kind="automaticPromotions.states" value={stateOf(p)} /> },
        { name: 'window', label: translate('automaticPromotions.window'), sort: 'endsAt', show: (p) => <Window of={p} /> },
      ]}
    />
  );
}
