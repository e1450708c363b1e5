import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { cronFilters } from '#contracts/vocabulary/crons.ts';
import type { CronManagement } from '#machines/admin-sys-cron/cron-management.machine.ts';
import { type CronJob, cronQuery } from '#machines/admin-sys-cron/cron-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { CronDialogs } from './cron-dialogs.tsx';
import { CronDrawer } from './cron-drawer.tsx';
import { CronTable } from './cron-table.tsx';
import { CronTimeline } from './cron-timeline.tsx';
import { RunsDrawer } from './runs-drawer.tsx';
import { SchedulerRemark } from './scheduler-remark.tsx';

export function CronManagementPage({ page }: { page: CronManagement }) {
  const t = useText();
  const { list, form, cronSwitch, start, timeline, runs, runLog, views, tableView } = useSelector(page, (state) => state.children);
  const query = useSelector(list, (state) => state?.context.query);
  const openRuns = useCallback(
    (job: CronJob, runId: number | null) => page.send({ type: 'runs.opened', job, ...(runId !== null && { runId }) }),
    [page],
  );
  if (!list || !form || !cronSwitch || !start || !timeline || !runLog || !views || !tableView || !query) return null;

  return (
    <Page
      title={t('cron.title')}
      note={<SavedViews views={views} search={cronQuery.write({ ...query, page: 1 })} />}
      filters={<VocabularyFilterLine vocabulary={cronFilters} list={list} pickers={{}} />}
    >
      <SchedulerRemark list={list} timeline={timeline} />
      <CronTimeline list={list} timeline={timeline} onRun={openRuns} />
      <CronTable list={list} cronSwitch={cronSwitch} start={start} form={form} tableView={tableView} onRuns={openRuns} />
      <CronDrawer form={form} list={list} />
      <CronDialogs page={page} cronSwitch={cronSwitch} start={start} onRuns={openRuns} />
      {runs && <RunsDrawer page={page} runs={runs} runLog={runLog} />}
    </Page>
  );
}
