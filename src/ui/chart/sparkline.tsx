import './chart.css';

const WIDTH = 72;
const HEIGHT = 20;

/** The course of a value as a small line; the numbers stand elsewhere, so it is hidden from screen readers. */
export function Sparkline({ data }: { data: readonly (number | null)[] }) {
  const known = data.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  if (known.length < 2) return null;
  const values = known.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const range = most - least || 1;
  const points = known.map(({ value, at }) => {
    const x = 1 + (at / (data.length - 1)) * (WIDTH - 2);
    const y = 1 + (1 - (value - least) / range) * (HEIGHT - 2);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className="ads-sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
