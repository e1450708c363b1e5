import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useNavigate } from 'react-router-dom';
import {
  LAUNCH_TABS,
  type LaunchLevel,
  type LaunchManagement,
  type LaunchTab,
} from '#machines/advertising-start/launch-management.machine.ts';
import { launchQueries } from '#machines/parts/launches/launch-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { LaunchLayers, RedoNote, SchemeSavingLayer, useLaunchParts } from '#src/parts/launches/index.ts';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { TabBar } from '#src/ui/page/tab-bar.tsx';
import { LaunchFilterLine } from './launch-filters.tsx';
import { LaunchTable } from './launch-table.tsx';
import type { LevelParts } from './level-parts.ts';

const TABS = Object.keys(LAUNCH_TABS) as LaunchTab[];
const PUBLISH = '/advertising/publish';

export function LaunchManagementPage({ page }: { page: LaunchManagement }) {
  const t = useText();
  const viewer = useViewer();
  const navigate = useNavigate();
  const shown = useSelector(page, (state) => state.context.tab);
  // Each tab is a page of the same kind for another level.
  const levelPage = useSelector(page, (state) => state.children[shown]) as LaunchLevel | undefined;
  const canPublish = viewer.can('publish') && viewer.canOpen(PUBLISH);
  const publish = canPublish && (
    <Button type="primary" onClick={() => void navigate(PUBLISH)}>
      {t('start.publish')}
    </Button>
  );
  return (
    <Page title={t('start.title')} note={levelPage && <LevelViews key={shown} tab={shown} page={levelPage} />} actions={publish}>
      <TabBar
        label={t('start.title')}
        tabs={TABS.map((key) => ({ key, text: t(`launches.level.${LAUNCH_TABS[key]}`) }))}
        shown={shown}
        onShow={(tab) => page.send({ type: 'tab.chosen', tab })}
      >
        {levelPage && <Level key={shown} tab={shown} page={levelPage} publish={publish} />}
      </TabBar>
    </Page>
  );
}

interface LevelProps {
  tab: LaunchTab;
  page: LaunchLevel;
}

function LevelViews({ tab, page }: LevelProps) {
  const { list, tableView, views } = useSelector(page, (state) => state.children);
  const query = useSelector(list, (state) => state?.context.query);
  const table = useSelector(tableView, (state) => state?.context.view);
  if (!views || !query) return null;
  return <SavedViews views={views} search={launchQueries[LAUNCH_TABS[tab]].write({ ...query, page: 1 })} table={table} />;
}

function Level({ tab, page, publish }: LevelProps & { publish: React.ReactNode }) {
  const { list, launchActions, redo, pickers, export: download, tableView } = useSelector(page, (state) => state.children);
  if (!list || !launchActions || !redo || !pickers || !download || !tableView) return null;
  return <LevelPage {...{ tab, list, launchActions, redo, pickers, download, tableView, publish }} />;
}

function LevelPage({ tab, publish, redo, ...parts }: LevelParts & { tab: LaunchTab; publish: React.ReactNode }) {
  const launchActions = useLaunchParts(parts.launchActions);
  const filters = useSelector(parts.list, (state) => state.context.query.filters);
  if (!launchActions) return null;
  return (
    <>
      <LaunchFilterLine
        level={LAUNCH_TABS[tab]}
        filters={filters}
        pickers={parts.pickers}
        onFilters={(next) => parts.list.send({ type: 'list.filtersChosen', filters: next })}
      />
      <RedoNote redo={redo} />
      <LaunchTable {...parts} tab={tab} parts={launchActions} publish={publish} />
      <LaunchLayers parts={launchActions} />
      <SchemeSavingLayer launchActions={parts.launchActions} schemeSaving={launchActions.schemeSaving} />
    </>
  );
}
