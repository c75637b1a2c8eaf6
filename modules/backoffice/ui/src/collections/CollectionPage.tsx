import { Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import type { Values } from '../ui/ConflictDialog';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { type Edited, FormDialog } from '../ui/FormDialog';
import { idsOf, ProductPicker, sayProducts } from '../ui/ProductPicker';
import { Status } from '../ui/Status';
import { RuleFields } from './RuleFields';
import { useRuleText } from './useRuleText';
import { useCollectionFields } from './useCollectionFields';

type Collection = Schemas['CollectionDetail'];
type Rule = Schemas['CollectionRule'];

/** How many products may be picked for a collection. */
const most = 500;

/** A collection: what it says of itself, and its products. */
export default function CollectionPage() {
  const translate = useTranslate();
  return (
    <DetailPage<Collection> resource="collections" title={(c) => c.name} none={translate('collections.none')}>
      {(detail) => (
        <>
          <Basics {...detail} />
          {/* Of the list, the record has come without its products. */}
          {Array.isArray(detail.record.products) && <Products {...detail} />}
        </>
      )}
    </DetailPage>
  );
}

function Basics({ record: c, show, reread }: Detail<Collection>) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const fields = useCollectionFields(c);
  const [editing, setEditing] = useState(false);
  const path = `/v1/admin/collections/${c.id}`;
  const publish = (published: boolean) => (
    <CommandButton<Collection>
      text={published ? 'collections.publish' : 'collections.hide'} values={{ name: c.name }} path={path} method="PATCH" body={{ published }} primary={published}
      edits={{ record: c, fields: [{ name: 'published', label: translate('collections.published'), show: (value: unknown) => translate(value ? 'collections.on' : 'collections.off') }] }}
      onDone={show} onRefused={reread}
    />
  );
  return (
    <Part title={translate('collections.basics')}>
      <Stack spacing={2}>
        <Facts
          prefix="collections"
          of={[
            ['image', c.image && <Box component="img" src={c.image.renditions[0]?.url ?? c.image.url} alt="" sx={{ maxWidth: 160, maxHeight: 120 }} />],
            ['status', translate(c.published ? 'collections.on' : 'collections.off')],
            ['slug', c.slug],
            ['description', c.description],
            ['position', c.position],
          ]}
        />
        {may('products:write') && (
          <Commands>
            {publish(!c.published)}
            <Button variant="outlined" onClick={() => setEditing(true)}>{translate('ui.list.edit')}</Button>
            <CommandButton<null>
              text="collections.remove" values={{ name: c.name }} path={path} method="DELETE" version={c.version} danger
              onDone={() => navigate('/collections', { replace: true })} onRefused={reread}
            />
          </Commands>
        )}
      </Stack>
      {editing && (
        <FormDialog<Collection>
          path={path}
          method="PATCH"
          title={translate('ui.list.editOf', { name: c.name })}
          submit={translate('ui.list.save')}
          fields={fields}
          initial={c}
          done={(saved) => translate('ui.list.saved', { name: saved.name })}
          onDone={show}
          onRefused={reread}
          onClose={() => setEditing(false)}
        />
      )}
    </Part>
  );
}

/** The products, which an admin picks and orders, or which a rule finds. */
function Products({ record: c, show, reread }: Detail<Collection>) {
  const translate = useTranslate();
  const ruleText = useRuleText();
  const [open, setOpen] = useState<'picked' | 'rule' | null>(null);
  const path = `/v1/admin/collections/${c.id}`;
  const common = {
    path, method: 'PATCH' as const, submit: translate('ui.list.save'), done: (saved: Collection) => translate('ui.list.saved', { name: saved.name }),
    onDone: show, onRefused: reread, onClose: () => setOpen(null),
  };
  const picked = (of: Collection): Values => ({ productIds: idsOf(of.products), version: of.version });
  return (
    <Part title={translate('collections.products')}>
      <Stack spacing={2}>
        {c.rule && <Facts prefix="collections" of={[['rule', ruleText(c.rule)]]} />}
        {!c.rule && c.products.length === 0 && <Typography>{translate('collections.noProducts')}</Typography>}
        {c.products.length > 0 && (
          <Stack component="ol" spacing={0.5} sx={{ m: 0, pl: 4 }}>
            {c.products.map((p) => (
              <li key={p.id}>
                <Link to={`/products/${p.id}`}>{p.name}</Link> {p.status !== 'active' && <Status kind="ui.pick.states" value={p.status} />}
              </li>
            ))}
          </Stack>
        )}
        {may('products:write') && (
          <Commands>
            <Button variant="outlined" onClick={() => setOpen('picked')}>{translate('collections.pick')}</Button>
            <Button variant="outlined" onClick={() => setOpen('rule')}>{translate('collections.setRule')}</Button>
          </Commands>
        )}
      </Stack>
      {open === 'picked' && (
        <FormDialog<Collection>
          {...common}
          title={translate('collections.pickTitle', { name: c.name })}
          also={{ rule: null }}
          fields={[{
            name: 'productIds', label: translate('collections.products'), say: sayProducts(c.products),
            edit: (edited) => <ProductPicker {...(edited as Edited<string[] | null>)} known={c.products} most={most} />,
          }]}
          initial={picked(c)}
          reread={async () => picked(await call<Collection>(path))}
        />
      )}
      {open === 'rule' && (
        <FormDialog<Collection>
          {...common}
          title={translate('collections.ruleTitle', { name: c.name })}
          fields={[{
            name: 'rule', label: translate('collections.rule'), say: (rule) => (rule ? ruleText(rule as Rule) : '–'),
            write: bodyOf, edit: (edited) => <RuleFields {...(edited as Edited<Partial<Rule> | null>)} />,
          }]}
          initial={c as unknown as Values}
        />
      )}
    </Part>
  );
}

/** A rule as a request has it: without what does not filter. */
function bodyOf(rule: unknown) {
  if (!rule) return null;
  const members = Object.entries(rule).filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(members);
}
