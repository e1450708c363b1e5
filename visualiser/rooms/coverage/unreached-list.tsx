import { useText } from '#src/locale/text-provider.tsx';
import { createMachinePlace, toHash } from '#visualiser/machines/visualiser-place.ts';
import type { CoverageRow } from '../../coverage/figures.ts';
import type { Chart, ChartTransition } from '../../model/chart.ts';
import { indexChart } from '../../model/chart-index.ts';
import type { SuiteFilter } from '../../model/coverage.ts';
import { useFormatTrigger } from '../../site/chart-text.tsx';

interface UnreachedListProps {
  rows: readonly CoverageRow[];
  suite: SuiteFilter;
  /** Key of the only listed machine; empty for all machines. */
  chosen: string;
  /** Called to list all machines again. */
  onShowAll: () => void;
}

const withoutRoot = ({ root }: Chart, id: string): string => (id === root.id ? id : id.slice(root.id.length + 1));

function useFormatTransition(): (chart: Chart, transition: ChartTransition) => string {
  const formatTrigger = useFormatTrigger();
  return (chart, { source, trigger, guard, targets }) =>
    [
      `${withoutRoot(chart, source)}:`,
      formatTrigger(trigger),
      ...(guard === undefined ? [] : [`[${guard}]`]),
      ...(targets.length > 0 ? ['→', targets.map((id) => withoutRoot(chart, id)).join(', ')] : []),
    ].join(' ');
}

/** Lists unreached states and transitions with links to the drawing. */
export function UnreachedList({ rows, suite, chosen, onShowAll }: UnreachedListProps) {
  const t = useText();
  const formatTransition = useFormatTransition();
  const shown = rows.filter(({ machine, unreached }) => unreached.length > 0 && (chosen === '' || machine.key === chosen));
  return (
    <section className="ads-cov-list" aria-label={t('coverage.unreached')}>
      <h2>{t('coverage.unreached')}</h2>
      {chosen !== '' && (
        <button type="button" className="ads-link-button ads-vis-flush" onClick={onShowAll}>
          {t('coverage.ofAll')}
        </button>
      )}
      {shown.length === 0 && <p>{t('coverage.nothingUnreached')}</p>}
      {shown.map(({ machine: { key, chart }, unreached }) => {
        const { transitions } = indexChart(chart);
        return (
          <section key={key} aria-label={key}>
            <h3>{key}</h3>
            <ul className="ads-vis-plain">
              {unreached.map((id) => {
                const transition = transitions.get(id);
                return (
                  <li key={id}>
                    <a className="ads-vis-link ads-vis-code" href={toHash({ ...createMachinePlace(key, id), coverage: suite })}>
                      {transition ? formatTransition(chart, transition) : withoutRoot(chart, id)}
                    </a>{' '}
                    {!transition && <small className="ads-vis-quiet">{t('visualiser.kind.state')}</small>}
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </section>
  );
}
