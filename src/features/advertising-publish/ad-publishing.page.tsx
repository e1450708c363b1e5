import { useSelector } from '@xstate/react';
import type { AdPublishing } from '#machines/advertising-publish/ad-publishing.machine.ts';
import { jobQuery, type PublishJobs } from '#machines/advertising-publish/publish-jobs.machine.ts';
import type { SchemeManagement } from '#machines/advertising-publish/scheme-management.machine.ts';
import { newScheme, schemeQuery } from '#machines/advertising-publish/scheme-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { AddressedPageProvider } from '#src/ui/page/addressed-action.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { TabBar } from '#src/ui/page/tab-bar.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { FailureRemedyDialog, openRemedy } from './failure-remedy-dialog.tsx';
import { JobFilterLine } from './job-filters.tsx';
import { JobTable } from './job-table.tsx';
import { PublishWizardView } from './publish-wizard.tsx';
import { SchemeDialogs } from './scheme-dialogs.tsx';
import { SchemeDrawer } from './scheme-drawer.tsx';
import { SchemeFilterLine } from './scheme-filters.tsx';
import { CreateScheme, SchemeTable } from './scheme-table.tsx';
import { SchemeVersionsDrawer } from './scheme-versions-dialog.tsx';
import type { SchemePickers } from './use-scheme-words.ts';

const TABS = ['schemes', 'publish', 'jobs'] as const;

/** Schemes, the publish wizard, and publish jobs. */
export function AdPublishingPage({ page }: { page: AdPublishing }) {
  const t = useText();
  const shown = useSelector(page, (state) => state.context.tab);
  const { schemes, publish, jobs } = useSelector(page, (state) => state.children);
  return (
    <Page
      title={t('publish.title')}
      note={
        <>
          {shown === 'schemes' && schemes && <SchemeViews schemes={schemes} />}
          {shown === 'jobs' && jobs && <JobViews jobs={jobs} />}
        </>
      }
      actions={shown === 'schemes' && schemes && <NewScheme schemes={schemes} />}
    >
      <TabBar
        label={t('publish.title')}
        tabs={TABS.map((key) => ({ key, text: t(`publish.tab.${key}`) }))}
        shown={shown}
        onShow={(tab) => page.send({ type: 'tab.chosen', tab })}
      >
        {shown === 'schemes' && schemes && <Schemes schemes={schemes} />}
        {shown === 'publish' && publish && <PublishWizardView wizard={publish} />}
        {shown === 'jobs' && jobs && <Jobs jobs={jobs} />}
      </TabBar>
    </Page>
  );
}

function SchemeViews({ schemes }: { schemes: SchemeManagement }) {
  const { list, tableView, views } = useSelector(schemes, (state) => state.children);
  const query = useSelector(list, (state) => state?.context.query);
  const table = useSelector(tableView, (state) => state?.context.view);
  if (!views || !query) return null;
  return <SavedViews views={views} search={schemeQuery.write({ ...query, page: 1 })} table={table} />;
}

function JobViews({ jobs }: { jobs: PublishJobs }) {
  const { list, tableView, views } = useSelector(jobs, (state) => state.children);
  const query = useSelector(list, (state) => state?.context.query);
  const table = useSelector(tableView, (state) => state?.context.view);
  if (!views || !query) return null;
  return <SavedViews views={views} search={jobQuery.write({ ...query, page: 1 })} table={table} />;
}

function NewScheme({ schemes }: { schemes: SchemeManagement }) {
  const viewer = useViewer();
  const { form, list } = useSelector(schemes, (state) => state.children);
  if (!viewer.can('publish')) return null;
  // A new scheme starts with the filters of the list.
  const create = () =>
    form?.send({ type: 'form.opened', draft: newScheme(list?.getSnapshot().context.query.filters.biz ?? 'dj', Date.now()) });
  return (
    <AddressedPageProvider page={schemes}>
      <CreateScheme onCreate={create} />
    </AddressedPageProvider>
  );
}

function Schemes({ schemes }: { schemes: SchemeManagement }) {
  const parts = useSelector(schemes, (state) => state.children);
  const { list, form, opening, copy, schemeSwitch, deletion, versions, comparison, restoration, tableView, owners } = parts;
  const { sites, pixels, homepages, landings, countries, locales, interests, audiences, buttons, export: download } = parts;
  if (!list || !form || !opening || !copy || !schemeSwitch || !deletion || !versions || !comparison || !restoration) return null;
  if (!tableView || !owners || !sites || !pixels || !homepages || !landings || !countries || !locales) return null;
  if (!interests || !audiences || !buttons || !download) return null;
  const pickers: SchemePickers = { sites, pixels, homepages, landings, countries, locales, interests, audiences, buttons };
  return (
    <>
      <SchemeFilterLine list={list} owners={owners} />
      <NamedSchemes
        {...{ list, opening, copy, schemeSwitch, deletion, versions, tableView, countries, download }}
        create={<NewScheme schemes={schemes} />}
      />
      <SchemeDrawer form={form} pickers={pickers} />
      <SchemeDialogs {...{ list, opening, copy, schemeSwitch, deletion }} />
      <SchemeVersionsDrawer {...{ versions, comparison, restoration, pickers }} />
    </>
  );
}

/** The table, with the names of countries. */
function NamedSchemes(props: Omit<Parameters<typeof SchemeTable>[0], 'countryName'>) {
  const { nameOf } = useDictionary(props.countries);
  return <SchemeTable {...props} countryName={nameOf} />;
}

function Jobs({ jobs }: { jobs: PublishJobs }) {
  const {
    list,
    progress,
    tableView,
    export: download,
    schemes,
    people,
    accounts,
    remedy,
    homepages,
    pixels,
  } = useSelector(jobs, (state) => state.children);
  if (!list || !progress || !tableView || !download || !schemes || !people || !accounts || !remedy || !homepages || !pixels) return null;
  return (
    <>
      <JobFilterLine {...{ list, schemes, people, accounts }} />
      <JobTable {...{ list, progress, tableView, download }} />
      <BatchDialog progress={progress} onRemedy={openRemedy(remedy)} />
      <FailureRemedyDialog {...{ remedy, homepages, pixels }} />
    </>
  );
}
