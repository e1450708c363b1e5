import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import type { ShownKind, Trace, TraceFilters } from '#visualiser/machines/trace.machine.ts';
import { Log } from './log.tsx';
import { Sequence } from './sequence.tsx';
import type { Moment } from './use-moment.ts';

const KINDS: readonly ShownKind[] = ['born', 'event', 'step', 'gone'];
const SCOPES: readonly TraceFilters['scope'][] = ['all', 'selected', 'within'];

interface RecordPaneProps {
  trace: Trace;
  moment: Moment;
}

function Filters({ trace, moment }: RecordPaneProps) {
  const t = useText();
  const { scope, text, hidden, hidesInternals } = useSelector(trace, (state) => state.context.filters);
  const change = (by: Partial<TraceFilters>) => trace.send({ type: 'filters.changed', change: by });
  const toggleKind = (kind: ShownKind) =>
    change({ hidden: hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind] });
  const { rows, entries, selected } = moment;
  return (
    <>
      <input
        type="search"
        className="ads-trace-field"
        aria-label={t('trace.filterText')}
        placeholder={t('trace.filterText')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <select
        className="ads-trace-select"
        aria-label={t('trace.scope')}
        value={scope}
        onChange={(event) => {
          const chosen = SCOPES.find((one) => one === event.target.value);
          if (chosen) change({ scope: chosen });
        }}
      >
        {SCOPES.map((one) => (
          <option key={one} value={one}>
            {t(`trace.scope.${one}`, { actor: selected === undefined ? '' : moment.formatActor(selected) })}
          </option>
        ))}
      </select>
      <span className="ads-trace-kinds" role="group" aria-label={t('trace.kinds')}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="ads-trace-toggle"
            aria-pressed={!hidden.includes(kind)}
            onClick={() => toggleKind(kind)}
          >
            {t(`trace.entry.${kind}`)}
          </button>
        ))}
        <button
          type="button"
          className="ads-trace-toggle"
          aria-pressed={!hidesInternals}
          title={t('trace.internalsText')}
          onClick={() => change({ hidesInternals: !hidesInternals })}
        >
          xstate.*
        </button>
      </span>
      <span className="ads-trace-count ads-numbers">{t('trace.rows', { shown: rows.length, all: entries.length })}</span>
    </>
  );
}

/** The log or the sequence diagram, with its filters. */
export function RecordPane({ trace, moment }: RecordPaneProps) {
  const t = useText();
  const isSequence = useSelector(trace, (state) => state.matches({ record: 'sequence' }));
  const isFiltered = moment.rows.length === 0 && moment.entries.length > 0;
  return (
    <section className="ads-trace-record" aria-label={t('trace.record')}>
      <header className="ads-trace-head">
        <span className="ads-trace-kinds" role="group" aria-label={t('trace.record')}>
          <button type="button" className="ads-trace-toggle" aria-pressed={!isSequence} onClick={() => trace.send({ type: 'log.chosen' })}>
            {t('trace.log')}
          </button>
          <button
            type="button"
            className="ads-trace-toggle"
            aria-pressed={isSequence}
            onClick={() => trace.send({ type: 'sequence.chosen' })}
          >
            {t('trace.sequence')}
          </button>
        </span>
        <Filters trace={trace} moment={moment} />
      </header>
      {moment.rows.length === 0 ? (
        <p className="ads-trace-nothing">{t(isFiltered ? 'trace.allFiltered' : 'trace.nothingYet')}</p>
      ) : isSequence ? (
        <Sequence trace={trace} moment={moment} />
      ) : (
        <Log trace={trace} moment={moment} />
      )}
    </section>
  );
}
