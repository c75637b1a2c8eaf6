import { useTheme } from '@mui/material';
import { useLocaleState } from 'react-admin';

export interface Bar {
  /** What stands below it and in the table. */
  label: string;
  value: number;
}

const width = 500;
const height = 190;
/** For the value of the tallest bar. */
const top = 20;

interface Props {
  bars: Bar[];
  /** What they show: the title of picture and table. */
  title: string;
  columns: [string, string];
  format: (value: number) => string;
}

/** Bars as a picture, and the same as a table for those who hear the page. */
export function Bars({ bars, title, columns, format }: Props) {
  const { palette } = useTheme();
  const [locale] = useLocaleState();
  const most = Math.max(...bars.map((bar) => bar.value), 0);
  const step = width / Math.max(bars.length, 1);
  return (
    <>
      <svg viewBox={`0 ${-top} ${width} ${top + height + 24}`} width="100%" aria-hidden="true" lang={locale}>
        <line x1={0} x2={width} y1={0} y2={0} stroke={palette.divider} strokeDasharray="4" />
        <text x={2} y={-6} fontSize={12} fill={palette.text.secondary}>{format(most)}</text>
        {bars.map((bar, i) => {
          const tall = bar.value > 0 ? Math.max((bar.value / most) * height, 2) : 0;
          return (
            <rect key={bar.label} x={i * step + 2} y={height - tall} width={Math.max(step - 4, 1)} height={tall} rx={2} fill={palette.primary.main}>
              <title>{`${bar.label}: ${format(bar.value)}`}</title>
            </rect>
          );
        })}
        <line x1={0} x2={width} y1={height} y2={height} stroke={palette.divider} />
        {bars.map((bar, i) => i % Math.ceil(bars.length / 6) === 0 && (
          <text key={bar.label} x={i * step + 2} y={height + 18} fontSize={12} fill={palette.text.secondary}>{bar.label}</text>
        ))}
      </svg>
      <table style={hidden}>
        <caption>{title}</caption>
        <thead><tr>{columns.map((column) => <th key={column} scope="col">{column}</th>)}</tr></thead>
        <tbody>
          {bars.map((bar) => <tr key={bar.label}><th scope="row">{bar.label}</th><td>{format(bar.value)}</td></tr>)}
        </tbody>
      </table>
    </>
  );
}

/** Read aloud, and not seen. */
const hidden: React.CSSProperties = {
  position: 'absolute', width: 1, height: 1, margin: -1, padding: 0, overflow: 'hidden', clip: 'rect(0 0 0 0)', whiteSpace: 'nowrap', border: 0,
};
