import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { may } from '../providers';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { Money } from '../ui/Money';
import type { Method } from './price';
import { RatesPart } from './RatesPart';
import { completeMethod, useMethodFields } from './useMethodFields';

/** A way to reach the buyer: what it is, and what it costs. */
export default function MethodPage() {
  const translate = useTranslate();
  return (
    <DetailPage<Method> resource="shipping" title={(m) => m.name} none={translate('shipping.noSuch')}>
      {(detail) => (
        <>
          <Basics {...detail} />
          {detail.record.kind === 'pickup'
            ? <Typography>{translate('shipping.pickup')}</Typography>
            : <RatesPart key={detail.record.id} method={detail.record} show={detail.show} />}
        </>
      )}
    </DetailPage>
  );
}

function Basics({ record: m, show, reread }: Detail<Method>) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const fields = useMethodFields();
  const [editing, setEditing] = useState(false);
  const path = `/v1/admin/shipping-methods/${m.id}`;
  const isPickup = m.kind === 'pickup';
  const words = fields.find((f) => f.name === 'texts')!.say!(m.texts);
  return (
    <Part title={translate('shipping.basics')}>
      <Stack spacing={2}>
        <Facts
          prefix="shipping"
          of={[
            ['kind', translate(`shipping.kinds.${m.kind}`)],
            ['countries', isPickup ? null : m.countries.join(', ') || translate('ui.list.all')],
            ['price', isPickup || m.rates.length > 0 ? null : <Money of={m.price} />],
            ['freeFrom', m.freeFrom === null ? null : <Money of={m.freeFrom} />],
            ['days', `${m.minDays}–${m.maxDays}`],
            ['texts', words === '–' ? null : words],
            ['status', translate(m.active ? 'shipping.on' : 'shipping.off')],
          ]}
        />
        {may('settings:write') && (
          <Commands>
            <Button variant="outlined" onClick={() => setEditing(true)}>{translate('ui.list.edit')}</Button>
            <CommandButton<null>
              text="shipping.remove" values={{ name: m.name }} path={path} method="DELETE" version={m.version} danger
              onDone={() => navigate('/shipping', { replace: true })} onRefused={reread}
            />
          </Commands>
        )}
      </Stack>
      {editing && (
        <FormDialog<Method>
          path={path}
          method="PATCH"
          title={translate('ui.list.editOf', { name: m.name })}
          submit={translate('ui.list.save')}
          fields={fields}
          complete={completeMethod}
          initial={m}
          done={(saved) => translate('ui.list.saved', { name: saved.name })}
          onDone={show}
          onRefused={reread}
          onClose={() => setEditing(false)}
        />
      )}
    </Part>
  );
}
