import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, Typography } from '@mui/material';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Category, Node } from './useCategories';

interface Props {
  nodes: Node[];
  /** The number of products in each category and below it. */
  counts: Record<string, number>;
  chosen: string | null;
  onChoose: (id: string) => void;
}

/**
 * A tree after the pattern of WAI-ARIA: up and down walk through what is seen, right opens or goes
 * down, left closes or goes up, Home and End go to the ends. The category that has the focus is the
 * chosen one.
 */
export function CategoryTree({ nodes, counts, chosen, onChoose }: Props) {
  const translate = useTranslate();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = useRef<HTMLUListElement>(null);
  const focusNext = useRef(false);
  const seen = visible(nodes, closed);
  const current = seen.find((n) => n.category.id === chosen) ?? seen[0];

  useEffect(() => {
    if (!focusNext.current) return;
    focusNext.current = false;
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const go = (to: Node | undefined) => {
    if (!to) return;
    focusNext.current = true;
    onChoose(to.category.id);
  };
  const toggle = ({ id }: Category, close: boolean) => {
    setClosed((before) => {
      const after = new Set(before);
      if (close) after.add(id);
      else after.delete(id);
      return after;
    });
  };
  const press = (event: KeyboardEvent) => {
    if (!current || event.ctrlKey || event.altKey || event.metaKey) return;
    const i = seen.indexOf(current);
    const isOpen = current.hasChildren && !closed.has(current.category.id);
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(seen[i + 1]),
      ArrowUp: () => go(seen[i - 1]),
      Home: () => go(seen[0]),
      End: () => go(seen.at(-1)),
      ArrowRight: () => (isOpen ? go(seen[i + 1]) : current.hasChildren && toggle(current.category, false)),
      ArrowLeft: () => (isOpen ? toggle(current.category, true) : go(seen.find((n) => n.category.id === current.category.parentId))),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <Box component="ul" role="tree" ref={tree} aria-label={translate('taxonomy.categories.title')} onKeyDown={press} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {seen.map((n) => {
        const { category: c, level } = n;
        const isOpen = n.hasChildren ? !closed.has(c.id) : undefined;
        const isChosen = n === current && chosen !== null;
        return (
          <Box
            component="li"
            key={c.id}
            role="treeitem"
            tabIndex={n === current ? 0 : -1}
            aria-level={level}
            aria-posinset={n.position}
            aria-setsize={n.siblings}
            aria-expanded={isOpen}
            aria-selected={isChosen}
            onFocus={() => onChoose(c.id)}
            onClick={() => go(n)}
            sx={{
              display: 'flex', alignItems: 'center', gap: 1, minHeight: 40, pr: 2, pl: `${(level - 1) * 24 + 8}px`, cursor: 'pointer',
              bgcolor: isChosen ? 'action.selected' : undefined, '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <Box
              aria-hidden
              onClick={(event) => {
                if (!n.hasChildren) return;
                event.stopPropagation();
                toggle(c, Boolean(isOpen));
              }}
              sx={{ display: 'flex', width: 24, height: 24 }}
            >
              {n.hasChildren && (isOpen ? <ExpandMoreIcon /> : <ChevronRightIcon />)}
            </Box>
            <Typography component="span" sx={{ flexGrow: 1, overflowWrap: 'anywhere', minWidth: 0 }}>{c.name}</Typography>
            <Typography component="span" variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
              {translate('taxonomy.productsOf', { smart_count: counts[c.id] ?? 0 })}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

/** What is not below a closed category. */
function visible(nodes: Node[], closed: ReadonlySet<string>): Node[] {
  let hiddenBelow = Infinity;
  return nodes.filter((n) => {
    if (n.level > hiddenBelow) return false;
    hiddenBelow = closed.has(n.category.id) ? n.level : Infinity;
    return true;
  });
}
