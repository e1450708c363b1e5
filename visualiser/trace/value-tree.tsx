import { useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import type { RecordedValue } from '../model/recording.ts';
import { formatBrief, isEqual, listParts, readMark } from './recorded-text.ts';

/** Number of parts shown at once. */
const PAGE_SIZE = 100;
/** Top-level values with at most this many parts are expanded initially. */
const MAX_EXPANDED_PARTS = 12;
const LONG_TEXT_LENGTH = 200;

type Path = string;

interface Expansion {
  isOpen: (path: Path, isSmall: boolean) => boolean;
  toggle: (path: Path, wasOpen: boolean) => void;
}

function Leaf({ value }: { value: RecordedValue }) {
  const t = useText();
  const mark = readMark(value);
  if (mark) {
    const { kind, text, word } = mark;
    if (kind === 'date') return <span className="ads-value-date">{text}</span>;
    return (
      <>
        <span className={`ads-value-mark ads-is-${kind}`}>{kind === 'other' ? word : t(`trace.mark.${kind}`)}</span>
        {text !== '' && <span className={kind === 'cut' ? 'ads-value-text' : 'ads-value-plain'}> {text}</span>}
      </>
    );
  }
  if (typeof value === 'string') {
    return (
      <span className={value.length > LONG_TEXT_LENGTH ? 'ads-value-text ads-is-long' : 'ads-value-text'}>{JSON.stringify(value)}</span>
    );
  }
  if (value !== null && typeof value === 'object') return <span className="ads-value-plain">{Array.isArray(value) ? '[]' : '{}'}</span>;
  return <span className="ads-value-plain">{String(value)}</span>;
}

interface NodeProps {
  name: string;
  path: Path;
  level: number;
  value: RecordedValue;
  /** The value before the last step; absent if changes are not marked. */
  before?: { value: RecordedValue | undefined } | undefined;
  expansion: Expansion;
}

function Node({ name, path, level, value, before, expansion }: NodeProps) {
  const t = useText();
  const [count, setCount] = useState(PAGE_SIZE);
  const parts = listParts(value);
  const isChanged = before !== undefined && !isEqual(before.value, value);
  const isOpen = parts.length > 0 && expansion.isOpen(path, level === 1 && parts.length <= MAX_EXPANDED_PARTS);
  const partsBefore = new Map(before?.value === undefined ? [] : listParts(before.value));
  const label = (
    <>
      <span className="ads-value-key">{name}</span>
      {isChanged && (
        <span className="ads-value-changed" title={t('trace.changed')}>
          <span className="ads-visually-hidden">{t('trace.changed')}</span>
        </span>
      )}
    </>
  );
  return (
    <li className={isChanged ? 'ads-value ads-is-changed' : 'ads-value'}>
      {parts.length > 0 ? (
        <button type="button" className="ads-value-line" aria-expanded={isOpen} onClick={() => expansion.toggle(path, isOpen)}>
          <span className="ads-value-caret" aria-hidden="true">
            {isOpen ? <IconCaretDown /> : <IconCaretRight />}
          </span>
          {label}
          <span className="ads-value-brief">{isOpen ? `${parts.length}` : formatBrief(value)}</span>
        </button>
      ) : (
        <span className="ads-value-line">
          <span className="ads-value-caret" />
          {label}
          <span className="ads-value-leaf">
            <Leaf value={value} />
          </span>
        </span>
      )}
      {isOpen && (
        <ul>
          {parts.slice(0, count).map(([key, part]) => (
            <Node
              key={key}
              name={key}
              path={`${path}/${key}`}
              level={level + 1}
              value={part}
              before={isChanged ? { value: partsBefore.get(key) } : undefined}
              expansion={expansion}
            />
          ))}
          {parts.length > count && (
            <li>
              <button type="button" className="ads-link-button" onClick={() => setCount(count + PAGE_SIZE)}>
                {t('trace.moreParts', { count: parts.length - count })}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

interface ValueTreeProps {
  label: string;
  values: Readonly<Record<string, RecordedValue>>;
  /** The values before the last step; values that changed since are marked. */
  before?: Readonly<Record<string, RecordedValue>> | undefined;
}

/** A tree of values that can be expanded. Expanded values stay expanded while they change. */
export function ValueTree({ label, values, before }: ValueTreeProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<Path, boolean>>(new Map());
  const expansion: Expansion = {
    isOpen: (path, isSmall) => chosen.get(path) ?? isSmall,
    toggle: (path, wasOpen) => setChosen(new Map([...chosen, [path, !wasOpen]])),
  };
  return (
    <ul className="ads-values" aria-label={label}>
      {Object.entries(values).map(([key, value]) => (
        <Node
          key={key}
          name={key}
          path={key}
          level={1}
          value={value}
          before={before && { value: Object.hasOwn(before, key) ? before[key] : undefined }}
          expansion={expansion}
        />
      ))}
    </ul>
  );
}
