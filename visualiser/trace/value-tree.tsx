import { useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import type { RecordedValue } from '../model/recording.ts';
import { briefText, isSame, markOf, partsOf } from './recorded-words.ts';

/** So many parts are shown at once. */
const PORTION = 100;
/** A value with no more parts is unfolded to begin with, at the top. */
const SMALL = 12;
const LONG_TEXT = 200;

type Path = string;

interface Folds {
  isOpen: (path: Path, isSmall: boolean) => boolean;
  toggle: (path: Path, wasOpen: boolean) => void;
}

function Leaf({ value }: { value: RecordedValue }) {
  const t = useText();
  const mark = markOf(value);
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
    return <span className={value.length > LONG_TEXT ? 'ads-value-text ads-is-long' : 'ads-value-text'}>{JSON.stringify(value)}</span>;
  }
  if (value !== null && typeof value === 'object') return <span className="ads-value-plain">{Array.isArray(value) ? '[]' : '{}'}</span>;
  return <span className="ads-value-plain">{String(value)}</span>;
}

interface NodeProps {
  name: string;
  path: Path;
  level: number;
  value: RecordedValue;
  /** What it was before; absent: whatever it was, it is not said. */
  before?: { value: RecordedValue | undefined } | undefined;
  folds: Folds;
}

function Node({ name, path, level, value, before, folds }: NodeProps) {
  const t = useText();
  const [count, setCount] = useState(PORTION);
  const parts = partsOf(value);
  const isChanged = before !== undefined && !isSame(before.value, value);
  const isOpen = parts.length > 0 && folds.isOpen(path, level === 1 && parts.length <= SMALL);
  const was = new Map(before?.value === undefined ? [] : partsOf(before.value));
  const shown = (
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
        <button type="button" className="ads-value-line" aria-expanded={isOpen} onClick={() => folds.toggle(path, isOpen)}>
          <span className="ads-value-caret" aria-hidden="true">
            {isOpen ? <IconCaretDown /> : <IconCaretRight />}
          </span>
          {shown}
          <span className="ads-value-brief">{isOpen ? `${parts.length}` : briefText(value)}</span>
        </button>
      ) : (
        <span className="ads-value-line">
          <span className="ads-value-caret" />
          {shown}
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
              before={isChanged ? { value: was.get(key) } : undefined}
              folds={folds}
            />
          ))}
          {parts.length > count && (
            <li>
              <button type="button" className="ads-link-button" onClick={() => setCount(count + PORTION)}>
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
  /** The same before the last step: what is another since is marked. */
  before?: Readonly<Record<string, RecordedValue>> | undefined;
}

/** Values by their names, to be folded and unfolded; what was unfolded stays so while they change. */
export function ValueTree({ label, values, before }: ValueTreeProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<Path, boolean>>(new Map());
  const folds: Folds = {
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
          folds={folds}
        />
      ))}
    </ul>
  );
}
