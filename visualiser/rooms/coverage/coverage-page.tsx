import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import type { Coverage } from '#visualiser/machines/coverage.machine.ts';
import { addRatios, buildRows } from '../../coverage/figures.ts';
import { isPartial } from '../../coverage/merge-coverage.ts';
import { sortRows } from '../../coverage/sort-rows.ts';
import type { Coverage as Report } from '../../model/coverage.ts';
import { useGallery } from '../../site/gallery-provider.tsx';
import { CoverageTable, Share } from './coverage-table.tsx';
import { SuiteChoice } from './suite-choice.tsx';
import { UnreachedList } from './unreached-list.tsx';
import './coverage.css';

function CoverageReport({ room, report }: { room: Coverage; report: Report }) {
  const t = useText();
  const { gallery } = useGallery();
  const { suite, isIncompleteOnly, column, isDescending, chosen } = useSelector(room, (state) => state.context);
  const all = useMemo(() => buildRows(gallery.machines, report, suite), [gallery, report, suite]);
  const rows = useMemo(
    () =>
      sortRows(
        all.filter(({ unreached }) => !isIncompleteOnly || unreached.length > 0),
        column,
        isDescending,
      ),
    [all, isIncompleteOnly, column, isDescending],
  );
  const { files } = report;
  return (
    <>
      {isPartial(report) && <p className="ads-cov-remark">{t('coverage.partial', { told: files.told, all: files.all })}</p>}
      <dl className="ads-cov-totals">
        <div>
          <dt>{t('coverage.states')}</dt>
          <dd>
            <Share ratio={addRatios(all.map(({ states }) => states))} />
          </dd>
        </div>
        <div>
          <dt>{t('coverage.transitions')}</dt>
          <dd>
            <Share ratio={addRatios(all.map(({ transitions }) => transitions))} />
          </dd>
        </div>
      </dl>
      <div className="ads-cov-filters">
        <SuiteChoice label={t('coverage.reader')} suite={suite} onChoose={(one) => room.send({ type: 'suite.chosen', suite: one })} />
        <label className="ads-cov-check">
          <input
            type="checkbox"
            className="ads-check"
            checked={isIncompleteOnly}
            onChange={() => room.send({ type: 'incomplete.toggled' })}
          />
          {t('coverage.incompleteOnly')}
        </label>
      </div>
      <div className="ads-cov-columns">
        <CoverageTable
          rows={rows}
          suite={suite}
          column={column}
          isDescending={isDescending}
          chosen={chosen}
          onSort={(one) => room.send({ type: 'column.chosen', column: one })}
          onChoose={(key) => room.send({ type: 'machine.chosen', key })}
        />
        <UnreachedList rows={rows} suite={suite} chosen={chosen} onShowAll={() => room.send({ type: 'machine.chosen', key: chosen })} />
      </div>
    </>
  );
}

/** Shows what the tests reached of all machines. */
export function CoveragePage({ room }: { room: Coverage }) {
  const t = useText();
  const report = useSelector(room, (state) => state.context.answer);
  const value = useSelector(room, (state) => state.value);
  const failure = useSelector(room, (state) => (state.matches('failed') ? state.context.failure : undefined));
  const retry = () => room.send({ type: 'coverage.retried' });
  return (
    <main className="ads-vis-main ads-vis-text ads-cov" tabIndex={-1}>
      <h1>{t('coverage.heading')}</h1>
      <p>{t('coverage.text')}</p>
      {report && <CoverageReport room={room} report={report} />}
      {value === 'loading' && <LoadingBlock />}
      {value === 'missing' && (
        <section>
          <h2>{t('coverage.missing')}</h2>
          <p>{t('coverage.missingText')}</p>
          <pre className="ads-vis-code">npm test{'\n'}npm run visualiser</pre>
          <button type="button" className="ads-link-button ads-vis-flush" onClick={retry}>
            {t('coverage.retry')}
          </button>
        </section>
      )}
      {failure && <ErrorBlock title={t('coverage.failed')} message={failure.message} onRetry={retry} />}
    </main>
  );
}
