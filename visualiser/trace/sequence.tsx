import { useEffect, useId, useMemo, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import type { ActorKey } from '../model/recording.ts';
import { buildSequence, getDrawnRange, type SequenceLine, type SequenceShape } from './build-sequence.ts';
import type { Moment } from './use-moment.ts';
import { useRowNavigation } from './use-row-navigation.ts';

const LINE_HEIGHT = 30;
/** Space above the first line. */
const TOP_PADDING = 8;
const SIDE_PADDING = 60;
const OUTSIDE_WIDTH = 24;
/** Average width of a letter in labels. */
const LETTER_WIDTH = 6.7;
const LOOP_WIDTH = 30;

/** Distance between lifelines; smaller if there are many. */
const getColumnGap = (count: number) => Math.max(104, Math.min(190, Math.floor(980 / Math.max(1, count))));

const truncate = (text: string, width: number) => {
  const maxLength = Math.max(8, Math.floor(width / LETTER_WIDTH));
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
};

interface ShapeProps {
  shape: SequenceShape;
  y: number;
  /** X position of a lifeline; the left edge for undefined. */
  getX: (key: ActorKey | undefined) => number;
  gap: number;
  texts: { restored: string; gap: (dropped: number) => string };
}

function Arrow({ from, to, y, text, className }: { from: number; to: number; y: number; text: string; className: string }) {
  if (from === to) {
    return (
      <>
        <path className={className} d={`M${from} ${y - 7}h${LOOP_WIDTH}v12h${6 - LOOP_WIDTH}`} markerEnd="url(#ads-sequence-head)" />
        <text className="ads-sequence-label" x={from + LOOP_WIDTH + 6} y={y + 3}>
          {text}
        </text>
      </>
    );
  }
  const direction = Math.sign(to - from);
  const middle = (from + to) / 2;
  return (
    <>
      <line className={className} x1={from} x2={to - direction * 6} y1={y + 5} y2={y + 5} markerEnd="url(#ads-sequence-head)" />
      <text className="ads-sequence-label" x={middle} y={y} textAnchor="middle">
        {text}
      </text>
    </>
  );
}

function ShapeView({ shape, y, getX, gap, texts }: ShapeProps) {
  switch (shape.kind) {
    case 'message':
    case 'birth': {
      const [from, to] = [shape.from === undefined && shape.kind === 'birth' ? getX(shape.to) : getX(shape.from), getX(shape.to)];
      const text = shape.isRestored ? `${texts.restored} ${shape.text}` : shape.text;
      if (shape.kind === 'birth' && shape.from === undefined) {
        return (
          <>
            <circle className="ads-sequence-begin" cx={to} cy={y} r={4} />
            <text className="ads-sequence-label" x={to + 9} y={y + 4}>
              {truncate(text, gap * 2)}
            </text>
          </>
        );
      }
      const label = truncate(text, from === to ? gap * 2 : Math.max(gap * 1.3, Math.abs(to - from) - 12));
      return <Arrow from={from} to={to} y={y} text={label} className={`ads-sequence-arrow ads-is-${shape.kind}`} />;
    }
    case 'state': {
      const text = truncate(shape.text, gap * 1.6);
      const wide = text.length * LETTER_WIDTH + 14;
      return (
        <>
          <rect className="ads-sequence-box" x={getX(shape.actor) - wide / 2} y={y - 9} width={wide} height={18} rx={9} />
          <text className="ads-sequence-state" x={getX(shape.actor)} y={y + 4} textAnchor="middle">
            {text}
          </text>
        </>
      );
    }
    case 'end':
      return <path className="ads-sequence-end" d={`M${getX(shape.actor) - 5} ${y - 5}l10 10m0 -10l-10 10`} />;
    case 'gap':
      return (
        <>
          <rect className="ads-sequence-gap" x={0} y={y - 11} width="100%" height={22} />
          <text className="ads-sequence-label" x={12} y={y + 4}>
            {texts.gap(shape.dropped)}
          </text>
        </>
      );
  }
}

interface SequenceProps {
  trace: Trace;
  moment: Moment;
}

/** Messages between actors around the cursor: one column per actor, time runs downwards. */
export function Sequence({ trace, moment }: SequenceProps) {
  const t = useText();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { entries, rows, index, allActors, selected, formatActor } = moment;
  const { position, onKeyDown } = useRowNavigation(trace, moment);
  const [from, to] = getDrawnRange(position, rows.length);
  const { columns, lines, lives, hasOutside } = useMemo(
    () => buildSequence(entries, rows.slice(from, to), allActors),
    [entries, rows, from, to, allActors],
  );
  const gap = getColumnGap(columns.length);
  const left = SIDE_PADDING + (hasOutside ? OUTSIDE_WIDTH : 0);
  const places = new Map(columns.map((key, column) => [key, left + column * gap]));
  const getX = (key: ActorKey | undefined) => (key === undefined ? 4 : (places.get(key) ?? 4));
  const width = left + Math.max(0, columns.length - 1) * gap + gap;
  const height = TOP_PADDING + lines.length * LINE_HEIGHT + LINE_HEIGHT / 2;
  const getY = (line: number) => TOP_PADDING + line * LINE_HEIGHT + LINE_HEIGHT / 2;
  const currentLine = lines.findLastIndex((line) => line.index <= index);
  const texts = { restored: t('trace.restored'), gap: (count: number) => t('trace.gapText', { count }) };

  useEffect(() => {
    const { current } = scroller;
    if (!current || currentLine < 0) return;
    const y = TOP_PADDING + currentLine * LINE_HEIGHT;
    if (y < current.scrollTop + LINE_HEIGHT) current.scrollTop = Math.max(0, y - LINE_HEIGHT * 2);
    else if (y + LINE_HEIGHT * 3 > current.scrollTop + current.clientHeight) current.scrollTop = y + LINE_HEIGHT * 4 - current.clientHeight;
  }, [currentLine, from]);

  const describeLine = ({ seq, shape }: SequenceLine): string => {
    if (shape.kind === 'gap') return texts.gap(shape.dropped);
    if (shape.kind === 'state') return `${seq}: ${formatActor(shape.actor)} ${shape.text}`;
    if (shape.kind === 'end') return `${seq}: ${formatActor(shape.actor)} ${t('trace.entry.gone')}`;
    const sender = shape.from === undefined ? (shape.kind === 'birth' ? '' : t('trace.outside')) : formatActor(shape.from);
    return `${seq}: ${sender} → ${formatActor(shape.to)} ${shape.kind === 'birth' ? t('trace.entry.born') : ''} ${shape.text}`;
  };

  return (
    <div ref={scroller} className="ads-trace-sequence">
      <div className="ads-sequence-names" style={{ width }}>
        {columns.map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === selected}
            title={key}
            style={{ left: getX(key), maxWidth: gap - 8 }}
            onClick={() => trace.send({ type: 'actor.selected', key })}
          >
            {formatActor(key)}
          </button>
        ))}
      </div>
      <div
        role="listbox"
        tabIndex={0}
        aria-label={t('trace.sequence')}
        aria-activedescendant={currentLine < 0 ? undefined : `${id}${lines[currentLine]?.seq}`}
        onKeyDown={onKeyDown}
      >
        <svg width={width} height={height} role="presentation">
          <defs>
            <marker id="ads-sequence-head" viewBox="0 0 8 8" refX={2} refY={4} markerWidth={8} markerHeight={8} orient="auto-start-reverse">
              <path d="M0 0L8 4L0 8Z" />
            </marker>
          </defs>
          <g aria-hidden="true">
            {columns.map((key) => {
              const [begin, end] = lives.get(key) ?? [-1, lines.length];
              return (
                <line
                  key={key}
                  className={key === selected ? 'ads-sequence-life ads-is-selected' : 'ads-sequence-life'}
                  x1={getX(key)}
                  x2={getX(key)}
                  y1={begin < 0 ? 0 : getY(begin)}
                  y2={end >= lines.length ? height : getY(end)}
                />
              );
            })}
          </g>
          {lines.map((line, row) => (
            <g
              key={line.seq}
              id={`${id}${line.seq}`}
              role="option"
              aria-selected={row === currentLine}
              aria-label={describeLine(line)}
              className={['ads-sequence-line', row === currentLine && 'ads-is-here', row > currentLine && 'ads-is-later']
                .filter(Boolean)
                .join(' ')}
              onClick={() => trace.send({ type: 'cursor.moved', seq: line.seq })}
            >
              <rect className="ads-sequence-row" x={0} y={TOP_PADDING + row * LINE_HEIGHT} width="100%" height={LINE_HEIGHT} />
              <ShapeView shape={line.shape} y={getY(row)} getX={getX} gap={gap} texts={texts} />
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}
