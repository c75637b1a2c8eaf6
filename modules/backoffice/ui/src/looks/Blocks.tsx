import { Button, Collapse, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { homeBlockKindValues } from '../../generated/schema';
import { LocaleTexts } from '../ui/LocaleTexts';
import { MediaField } from '../ui/MediaField';
import { MoveButtons } from '../ui/MoveButtons';
import { useMoves } from '../ui/useMoves';
import { type BlockDraft, hasWords, newBlock } from './drafts';
import { targets } from './Targets';

type Refused = (part: string, exactly?: boolean) => string | undefined;

interface Props {
  value: BlockDraft[];
  onChange: (value: BlockDraft[], part?: string) => void;
  refused: Refused;
}

const mostBlocks = 12;

/** The blocks of the first page in their order. */
export function Blocks({ value: blocks, onChange, refused }: Props) {
  const translate = useTranslate();
  const [opened, setOpened] = useState<number | null>(null);
  const { list, move } = useMoves(blocks, (moved) => onChange(moved));
  const others = homeBlockKindValues.filter((kind) => kind === 'text' || !blocks.some((b) => b.kind === kind));
  const add = (kind: BlockDraft['kind']) => {
    const block = newBlock(kind);
    setOpened(block.id);
    onChange([...blocks, block]);
  };
  return (
    <Stack spacing={1}>
      <Typography variant="body2" color="textSecondary">{translate('looks.blocks.help')}</Typography>
      <Stack ref={list} spacing={1}>
        {blocks.map((b, i) => (
          <Block
            key={b.id}
            block={b}
            begins={opened === b.id}
            place={i}
            last={blocks.length - 1}
            move={(to) => move(i, to)}
            refused={(part, exactly) => refused(part ? `${i}/${part}` : `${i}`, exactly)}
            onChange={(changes, part) => onChange(blocks.map((other, j) => (i === j ? { ...other, ...changes } : other)), `${i}/${part}`)}
            onRemove={() => onChange(blocks.filter((other) => other !== b))}
          />
        ))}
      </Stack>
      {blocks.length < mostBlocks && (
        <TextField
          select
          label={translate('looks.blocks.add')}
          value=""
          onChange={(event) => add(event.target.value as BlockDraft['kind'])}
          sx={{ maxWidth: 320 }}
        >
          {others.map((kind) => <MenuItem key={kind} value={kind}>{translate(`looks.blocks.${kind}`)}</MenuItem>)}
        </TextField>
      )}
    </Stack>
  );
}

interface BlockProps {
  block: BlockDraft;
  begins: boolean;
  place: number;
  last: number;
  move: (to: number) => void;
  refused: Refused;
  onChange: (changes: Partial<BlockDraft>, part: keyof BlockDraft) => void;
  onRemove: () => void;
}

function Block({ block, begins, place, last, move, refused, onChange, onRemove }: BlockProps) {
  const translate = useTranslate();
  const details = useId();
  const [isOpened, setIsOpened] = useState(begins);
  const title = block.texts.find((t) => t.title)?.title;
  const kind = translate(`looks.blocks.${block.kind}`);
  const name = block.kind === 'text' && title ? `${kind}: ${title}` : kind;
  const isFaulty = refused('') !== undefined;
  const isOpen = isOpened || isFaulty;
  const fault = refused('texts', true) ?? refused('kind');
  const link = refused('link');
  return (
    <Stack role="group" aria-label={name} sx={{ border: 1, borderColor: isFaulty ? 'error.main' : 'divider', borderRadius: 1, px: 1 }}>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ flex: '1 1 auto', py: 0.5, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Stack direction="row" sx={{ alignItems: 'center', ml: 'auto' }}>
          <Button size="small" aria-expanded={isOpen} aria-controls={details} aria-label={translate('looks.blocks.detailsOf', { name })} onClick={() => setIsOpened(!isOpened)}>
            {translate('looks.blocks.details')}
          </Button>
          <MoveButtons name={name} place={place} last={last} move={move} />
          <Button size="small" aria-label={translate('looks.remove', { name })} onClick={onRemove}>{translate('looks.removeIt')}</Button>
        </Stack>
      </Stack>
      {fault && <Typography variant="body2" color="error">{fault}</Typography>}
      <Collapse id={details} in={isOpen} unmountOnExit>
        <Stack spacing={2} sx={{ py: 1 }}>
          <LocaleTexts
            names={[
              { name: 'title', label: translate('looks.blocks.title'), help: block.kind === 'text' ? undefined : translate('looks.blocks.titleHelp') },
              ...(hasWords(block.kind) ? [
                { name: 'text', label: translate('looks.blocks.words'), long: true, help: translate(block.kind === 'text' ? 'looks.blocks.markdown' : 'looks.blocks.plain') },
                { name: 'action', label: translate('looks.blocks.action') },
              ] : []),
            ]}
            texts={block.texts}
            onChange={(texts) => onChange({ texts }, 'texts')}
            refused={(part) => refused(`texts/${part}`)}
          />
          {hasWords(block.kind) && (
            <>
              <TextField
                label={translate('looks.blocks.link')}
                value={block.link}
                onChange={(event) => onChange({ link: event.target.value }, 'link')}
                error={link !== undefined}
                helperText={link ?? translate('looks.link.help')}
                slotProps={{ htmlInput: { list: targets } }}
              />
              <MediaField
                label={translate('looks.blocks.picture')}
                value={block.mediaId}
                url={block.url}
                onChange={(mediaId) => onChange({ mediaId }, 'mediaId')}
                refused={() => refused('mediaId')}
              />
            </>
          )}
        </Stack>
      </Collapse>
    </Stack>
  );
}
