import { useText } from '#src/locale/text-provider.tsx';
import type { CoverageColumn } from '#visualiser/machines/coverage.machine.ts';
import { createMachinePlace, toHash } from '#visualiser/machines/visualiser-place.ts';
import { type CoverageRow, type Ratio, SUITES, toPercent } from '../../coverage/figures.ts';
import type { SuiteFilter } from '../../model/coverage.ts';

/** A ratio with a bar. */
export function Share({ ratio }: { ratio: Ratio }) {
  const t = useText();
  return (
    <span className="ads-cov-share">
      <span className="ads-numbers">{t('coverage.share', { reached: ratio.reached, all: ratio.all })}</span>
      <span className="ads-cov-bar" aria-hidden>
        <span style={{ width: `${toPercent(ratio)}%` }} />
      </span>
    </span>
  );
}

const COLUMNS: readonly CoverageColumn[] = ['machine', 'states', 'transitions', ...SUITES, 'unreached'];

interface CoverageTableProps {
  rows: readonly CoverageRow[];
  suite: SuiteFilter;
  column: CoverageColumn;
  isDescending: boolean;
  /** Key of the machine whose unreached parts are listed. */
  chosen: string;
  onSort: (column: CoverageColumn) => void;
  onChoose: (key: string) => void;
}

export function CoverageTable({ rows, suite, column, isDescending, chosen, onSort, onChoose }: CoverageTableProps) {
  const t = useText();
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <div className="ads-cov-room" role="region" aria-label={t('coverage.table')} tabIndex={0}>
      <table className="ads-cov-table" aria-label={t('coverage.table')}>
        <thead>
          <tr>
            {COLUMNS.map((one) => (
              <th key={one} scope="col" aria-sort={one === column ? direction : undefined}>
                <button type="button" onClick={() => onSort(one)}>
                  {t(`coverage.column.${one}`)}
                  <span aria-hidden>{one === column ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ machine: { key, chart }, isMeasured, states, transitions, bySuite, unreached }) => (
            <tr key={key}>
              <th scope="row">
                <a className="ads-vis-link" href={toHash({ ...createMachinePlace(key), coverage: suite })} title={chart.description}>
                  {key}
                </a>
                {!isMeasured && <small>{t('coverage.unmeasured')}</small>}
              </th>
              <td>
                <Share ratio={states} />
              </td>
              <td>
                <Share ratio={transitions} />
              </td>
              {SUITES.map((suite) => (
                <td key={suite} className="ads-numbers">
                  {t('visualiser.percent', { percent: toPercent(bySuite[suite]) })}
                </td>
              ))}
              <td className="ads-numbers">
                {unreached.length === 0 ? (
                  '0'
                ) : (
                  <button
                    type="button"
                    className="ads-link-button ads-vis-flush"
                    aria-pressed={key === chosen}
                    aria-label={t('coverage.show', { count: unreached.length, machine: key })}
                    onClick={() => onChoose(key)}
                  >
                    {unreached.length}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="ads-vis-quiet">{t('coverage.complete')}</p>}
    </div>
  );
}
