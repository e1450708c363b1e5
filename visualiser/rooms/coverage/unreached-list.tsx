import { useText } from '#src/locale/text-provider.tsx';
import { hashOf, machinePlace } from '#visualiser/machines/visualiser-place.ts';
import type { CoverageRow } from '../../coverage/figures.ts';
import type { Chart, ChartTransition } from '../../model/chart.ts';
import { indexChart } from '../../model/chart-index.ts';
import type { SuiteFilter } from '../../model/coverage.ts';
import { useTriggerText } from '../../site/chart-words.tsx';

interface UnreachedListProps {
  rows: readonly CoverageRow[];
  reader: SuiteFilter;
  /** Key of the only machine that is listed; empty for all of them. */
  chosen: string;
  /** All are to be listed again. */
  onWhole: () => void;
}

const inside = ({ root }: Chart, id: string): string => (id === root.id ? id : id.slice(root.id.length + 1));

function useTransitionText(): (chart: Chart, transition: ChartTransition) => string {
  const triggerText = useTriggerText();
  return (chart, { source, trigger, guard, targets }) =>
    [
      `${inside(chart, source)}:`,
      triggerText(trigger),
      ...(guard === undefined ? [] : [`[${guard}]`]),
      ...(targets.length > 0 ? ['→', targets.map((id) => inside(chart, id)).join(', ')] : []),
    ].join(' ');
}

/** What was not reached: every state and transition leads to its place in the drawing. */
export function UnreachedList({ rows, reader, chosen, onWhole }: UnreachedListProps) {
  const t = useText();
  const transitionText = useTransitionText();
  const shown = rows.filter(({ machine, unreached }) => unreached.length > 0 && (chosen === '' || machine.key === chosen));
  return (
    <section className="ads-cov-list" aria-label={t('coverage.unreached')}>
      <h2>{t('coverage.unreached')}</h2>
      {chosen !== '' && (
        <button type="button" className="ads-link-button ads-vis-flush" onClick={onWhole}>
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
                    <a className="ads-vis-link ads-vis-code" href={hashOf({ ...machinePlace(key, id), coverage: reader })}>
                      {transition ? transitionText(chart, transition) : inside(chart, id)}
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
