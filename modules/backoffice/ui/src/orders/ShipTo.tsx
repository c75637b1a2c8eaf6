import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { may } from '../providers';
import type { Schemas } from '../types';
import { type Detail, Part } from '../ui/DetailPage';
import { type Field, FormDialog } from '../ui/FormDialog';
import { partsOf } from './addressParts';

type Order = Schemas['AdminOrder'];

const open = ['pending_payment', 'placed', 'processing'];

/** Where an order goes, and how that is changed until something has been shipped. */
export function ShipTo({ record: order, show, reread }: Detail<Order>) {
  const translate = useTranslate();
  const [changing, setChanging] = useState(false);
  const { shipTo } = order;
  const changeable = open.includes(order.status) && order.fulfillmentStatus === 'unfulfilled' && may('orders:write');
  const field = (name: string, required = false, help?: string): Field => ({ name, label: translate(`orders.shipTo.${name}`), required, help });
  return (
    <Part title={translate('orders.address')}>
      <Box sx={{ whiteSpace: 'pre-line' }}>{[shipTo.fullName, shipTo.address, shipTo.country, shipTo.phone].filter(Boolean).join('\n') || translate('ui.words.erased')}</Box>
      {changeable && <Button variant="outlined" sx={{ mt: 1 }} onClick={() => setChanging(true)}>{translate('orders.shipTo.button')}</Button>}
      {changing && (
        <FormDialog<Order>
          path={`/v1/admin/orders/${order.id}/ship-to`}
          method="PATCH"
          version={order.version}
          title={translate('orders.shipTo.title', { number: order.number })}
          submit={translate('ui.list.save')}
          fields={[
            field('fullName', true), field('line1', true, shipTo.address), field('line2'), field('postalCode', true), field('city', true), field('state'),
            field('country', true, translate('orders.shipTo.countryHelp')), field('phone'),
          ]}
          initial={{ fullName: shipTo.fullName, country: shipTo.country, phone: shipTo.phone, ...partsOf(shipTo.address) }}
          omitEmpty
          done={() => translate('orders.shipTo.done', { number: order.number })}
          onDone={show}
          onRefused={reread}
          onClose={() => setChanging(false)}
        />
      )}
    </Part>
  );
}
