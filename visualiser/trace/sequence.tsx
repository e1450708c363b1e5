import { useEffect, useId, useMemo, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import type { ActorKey } from '../model/recording.ts';
import { type SequenceLine, type Shape, sequenceOf, windowAround } from './sequence-of.ts';
import type { Moment } from './use-moment.ts';
import { useRowWalk } from './use-row-walk.ts';

const LINE = 30;
/** Above the first line, where lifelines of the past come from. */
const TOP = 8;
const SIDE = 60;
const OUTSIDE = 24;
/** Width of a letter of the labels. */
const LETTER = 6.7;
const LOOP = 30;

/** Between lifelines: less where there are many. */
const gapFor = (count: number) => Math.max(104, Math.min(190, Math.floor(980 / Math.max(1, count))));

const shortened = (text: string, width: number) => {
  const most = Math.max(8, Math.floor(width / LETTER));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
};

interface ShapeProps {
  shape: Shape;
  y: number;
  /** Where a lifeline stands; of nobody, the edge. */
  at: (key: ActorKey | undefined) => number;
  gap: number;
  words: { restored: string; gap: (dropped: number) => string };
}

function Arrow({ from, to, y, text, className }: { from: number; to: number; y: number; text: string; className: string }) {
  if (from === to) {
    return (
      <>
        <path className={className} d={`M${from} ${y - 7}h${LOOP}v12h${6 - LOOP}`} markerEnd="url(#ads-sequence-head)" />
        <text className="ads-sequence-label" x={from + LOOP + 6} y={y + 3}>
          {text}
        </text>
      </>
    );
  }
  const way = Math.sign(to - from);
  const middle = (from + to) / 2;
  return (
    <>
      <line className={className} x1={from} x2={to - way * 6} y1={y + 5} y2={y + 5} markerEnd="url(#ads-sequence-head)" />
      <text className="ads-sequence-label" x={middle} y={y} textAnchor="middle">
        {text}
      </text>
    </>
  );
}

function ShapeView({ shape, y, at, gap, words }: ShapeProps) {
  switch (shape.kind) {
    case 'message':
    case 'birth': {
      const [from, to] = [shape.from === undefined && shape.kind === 'birth' ? at(shape.to) : at(shape.from), at(shape.to)];
      const text = shape.isRestored ? `${words.restored} ${shape.text}` : shape.text;
      if (shape.kind === 'birth' && shape.from === undefined) {
        return (
          <>
            <circle className="ads-sequence-begin" cx={to} cy={y} r={4} />
            <text className="ads-sequence-label" x={to + 9} y={y + 4}>
              {shortened(text, gap * 2)}
            </text>
          </>
        );
      }
      const label = shortened(text, from === to ? gap * 2 : Math.max(gap * 1.3, Math.abs(to - from) - 12));
      return <Arrow from={from} to={to} y={y} text={label} className={`ads-sequence-arrow ads-is-${shape.kind}`} />;
    }
    case 'standing': {
      const text = shortened(shape.text, gap * 1.6);
      const wide = text.length * LETTER + 14;
      return (
        <>
          <rect className="ads-sequence-standing" x={at(shape.actor) - wide / 2} y={y - 9} width={wide} height={18} rx={9} />
          <text className="ads-sequence-state" x={at(shape.actor)} y={y + 4} textAnchor="middle">
            {text}
          </text>
        </>
      );
    }
    case 'end':
      return <path className="ads-sequence-end" d={`M${at(shape.actor) - 5} ${y - 5}l10 10m0 -10l-10 10`} />;
    case 'gap':
      return (
        <>
          <rect className="ads-sequence-gap" x={0} y={y - 11} width="100%" height={22} />
          <text className="ads-sequence-label" x={12} y={y + 4}>
            {words.gap(shape.dropped)}
          </text>
        </>
      );
  }
}

interface SequenceProps {
  trace: Trace;
  moment: Moment;
}

/** Messages between actors around the cursor: who lives stands beside each other, and time goes down. */
export function Sequence({ trace, moment }: SequenceProps) {
  const t = useText();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { entries, rows, index, everybody, selected, nameOf } = moment;
  const { place, onKeyDown } = useRowWalk(trace, moment);
  const [from, to] = windowAround(place, rows.length);
  const { columns, lines, lives, hasOutside } = useMemo(
    () => sequenceOf(entries, rows.slice(from, to), everybody),
    [entries, rows, from, to, everybody],
  );
  const gap = gapFor(columns.length);
  const left = SIDE + (hasOutside ? OUTSIDE : 0);
  const places = new Map(columns.map((key, column) => [key, left + column * gap]));
  const at = (key: ActorKey | undefined) => (key === undefined ? 4 : (places.get(key) ?? 4));
  const width = left + Math.max(0, columns.length - 1) * gap + gap;
  const height = TOP + lines.length * LINE + LINE / 2;
  const yOf = (line: number) => TOP + line * LINE + LINE / 2;
  const here = lines.findLastIndex((line) => line.index <= index);
  const words = { restored: t('trace.restored'), gap: (count: number) => t('trace.gapText', { count }) };

  useEffect(() => {
    const { current } = scroller;
    if (!current || here < 0) return;
    const y = TOP + here * LINE;
    if (y < current.scrollTop + LINE) current.scrollTop = Math.max(0, y - LINE * 2);
    else if (y + LINE * 3 > current.scrollTop + current.clientHeight) current.scrollTop = y + LINE * 4 - current.clientHeight;
  }, [here, from]);

  const nameOfLine = ({ seq, shape }: SequenceLine): string => {
    if (shape.kind === 'gap') return words.gap(shape.dropped);
    if (shape.kind === 'standing') return `${seq}: ${nameOf(shape.actor)} ${shape.text}`;
    if (shape.kind === 'end') return `${seq}: ${nameOf(shape.actor)} ${t('trace.entry.gone')}`;
    const sender = shape.from === undefined ? (shape.kind === 'birth' ? '' : t('trace.outside')) : nameOf(shape.from);
    return `${seq}: ${sender} → ${nameOf(shape.to)} ${shape.kind === 'birth' ? t('trace.entry.born') : ''} ${shape.text}`;
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
            style={{ left: at(key), maxWidth: gap - 8 }}
            onClick={() => trace.send({ type: 'actor.selected', key })}
          >
            {nameOf(key)}
          </button>
        ))}
      </div>
      <div
        role="listbox"
        tabIndex={0}
        aria-label={t('trace.sequence')}
        aria-activedescendant={here < 0 ? undefined : `${id}${lines[here]?.seq}`}
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
                  x1={at(key)}
                  x2={at(key)}
                  y1={begin < 0 ? 0 : yOf(begin)}
                  y2={end >= lines.length ? height : yOf(end)}
                />
              );
            })}
          </g>
          {lines.map((line, row) => (
            <g
              key={line.seq}
              id={`${id}${line.seq}`}
              role="option"
              aria-selected={row === here}
              aria-label={nameOfLine(line)}
              className={['ads-sequence-line', row === here && 'ads-is-here', row > here && 'ads-is-later'].filter(Boolean).join(' ')}
              onClick={() => trace.send({ type: 'cursor.moved', seq: line.seq })}
            >
              <rect className="ads-sequence-row" x={0} y={TOP + row * LINE} width="100%" height={LINE} />
              <ShapeView shape={line.shape} y={yOf(row)} at={at} gap={gap} words={words} />
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}
