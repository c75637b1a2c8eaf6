import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { may } from '../providers';
import type { Schemas } from '../types';
import { type Detail, Part } from '../ui/DetailPage';
import { type Field, FormDialog } from '../ui/FormDialog';
import { type Address, initialOf, linesOf } from './addressParts';
import { isPickup } from './pickup';

type Order = Schemas['AdminOrder'];

const open = ['pending_payment', 'placed', 'processing'];

/** Where an order goes or is collected, and how that is changed until something has been shipped. */
export function ShipTo(detail: Detail<Order>) {
  const translate = useTranslate();
  const { shipTo } = detail.record;
  return (
    <Part title={translate(isPickup(detail.record) ? 'orders.collectAt' : 'orders.address')}>
      <Box sx={{ whiteSpace: 'pre-line' }}>{linesOf(shipTo) || translate('ui.words.erased')}</Box>
      <ChangeAddress detail={detail} of="shipTo" path="ship-to" address={shipTo} countryHelp="orders.shipTo.countryHelp" />
    </Part>
  );
}

/** To whom and where the invoice goes, and how that is changed until something has been shipped. */
export function BillTo(detail: Detail<Order>) {
  const translate = useTranslate();
  const { record: order } = detail;
  const { billTo } = order;
  const same = billTo && linesOf(billTo) === linesOf(order.shipTo);
  return (
    <Part title={translate('orders.billing')}>
      <Box sx={{ whiteSpace: 'pre-line' }}>
        {same ? translate('orders.billTo.same') : billTo ? linesOf(billTo) : translate(order.shipTo.fullName ? 'orders.billTo.none' : 'ui.words.erased')}
      </Box>
      {billTo?.vatId && <Typography variant="body2">{translate('orders.billTo.vatId', { vatId: billTo.vatId })}</Typography>}
      <ChangeAddress detail={detail} of="billTo" path="bill-to" address={billTo} countryHelp="orders.billTo.countryHelp" />
    </Part>
  );
}

/**
 * A button and the form behind it, for another address of an order. The form stays, with what was
 * typed, when the order has been shipped meanwhile.
 */
function ChangeAddress({ detail, of, path, address, countryHelp }: {
  detail: Detail<Order>; of: 'shipTo' | 'billTo'; path: string; address: Address | null; countryHelp: string;
}) {
  const translate = useTranslate();
  const [changing, setChanging] = useState(false);
  const { record: order, show, reread } = detail;
  const shipped = of === 'billTo' ? order.shipments.length > 0 : order.fulfillmentStatus !== 'unfulfilled';
  const changeable = open.includes(order.status) && !shipped && may('orders:write');
  const field = (name: string, required = false, help?: string): Field => ({ name, label: translate(`orders.shipTo.${name}`), required, help });
  return (
    <>
      {changeable && <Button variant="outlined" sx={{ mt: 1 }} onClick={() => setChanging(true)}>{translate(`orders.${of}.button`)}</Button>}
      {changing && (
        <FormDialog<Order>
          path={`/v1/admin/orders/${order.id}/${path}`}
          method="PATCH"
          version={order.version}
          title={translate(`orders.${of}.title`, { number: order.number })}
          submit={translate('ui.list.save')}
          fields={[
            field('fullName', true), field('company'), field('line1', true, address?.address), field('line2'), field('postalCode', true), field('city', true),
            field('state'), field('country', true, translate(countryHelp)), field('phone'),
          ]}
          initial={address ? initialOf(address) : {}}
          omitEmpty
          done={() => translate(`orders.${of}.done`, { number: order.number })}
          onDone={show}
          onRefused={reread}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  );
}
