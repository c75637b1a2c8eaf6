import { TextField } from '@mui/material';
import { useState } from 'react';
import type { Packed } from './parcel';

/** How many units of each of the lines are meant, and the items of a request that names them. */
export function useUnits(lines: Packed[], beginWithAll = false) {
  const all = () => Object.fromEntries(lines.map(({ item, quantity }) => [item.id, quantity]));
  const [units, setUnits] = useState<Record<string, number>>(() => (beginWithAll ? all() : {}));
  const items = lines.map(({ item }) => ({ orderItemId: item.id, quantity: units[item.id] ?? 0 })).filter((i) => i.quantity > 0);
  return {
    units, setUnits, items,
    setAll: () => setUnits(all()),
    /** The members of the request whose faults are said at the fields. */
    placed: items.map((_, i) => `items/${i}`),
  };
}

interface Props {
  lines: Packed[];
  of: ReturnType<typeof useUnits>;
  /** What the service refused of a member of the request, as useRefused has it. */
  shown: (name: string, help?: string) => object;
  help: (line: Packed) => string;
}

/** A field for each line, with how many of its units are meant: at most as many as it has. */
export function UnitFields({ lines, of: { units, setUnits, items }, shown, help }: Props) {
  return lines.map((line) => {
    const { item, quantity } = line;
    const typed = (value: string) => Math.max(0, Math.min(quantity, Math.trunc(Number(value))));
    return (
      <TextField
        key={item.id}
        {...shown(`items/${items.findIndex((i) => i.orderItemId === item.id)}`, help(line))}
        type="number"
        size="small"
        label={`${item.name} (${item.sku})`}
        value={units[item.id] ?? 0}
        onChange={(e) => setUnits({ ...units, [item.id]: typed(e.target.value) })}
        slotProps={{ htmlInput: { min: 0, max: quantity } }}
      />
    );
  });
}
