import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import { DRAWER_TABS, type DrawerTab } from '#machines/parts/launches/entity-drawer.machine.ts';
import type { EntityDetail } from '#machines/parts/launches/entity-rows.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DetailDrawer } from '#src/ui/form/form-drawer.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { TabBar } from '#src/ui/page/tab-bar.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { EntityBelow } from './entity-below.tsx';
import { EntityBreakdown } from './entity-breakdown.tsx';
import { EntityCreative } from './entity-creative.tsx';
import { EntityEvents } from './entity-events.tsx';
import { EntityHits } from './entity-hits.tsx';
import { EntityInfo } from './entity-info.tsx';
import type { EntityInfoActor } from './entity-row.ts';
import { EntitySchedules } from './entity-schedules.tsx';
import { EntityTrend } from './entity-trend.tsx';
import type { LaunchLayerProps } from './launch-batch-dialog.tsx';

/** An ad has no children, and only an ad has a creative. */
const isOffered = (tab: DrawerTab, level: EntityLevel): boolean => {
  if (tab === 'below') return level !== 'ad';
  return tab !== 'creative' || level === 'ad';
};

/** Shows the details once they are loaded. */
function WithDetail({ info, children }: { info: EntityInfoActor; children: (detail: EntityDetail) => ReactNode }) {
  const { answer, failure, refresh } = useDetail(info);
  if (failure) return <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />;
  return answer ? children(answer) : <LoadingBlock />;
}

/** Details of one campaign, ad group or ad. */
export default function EntityDrawer({ parts }: LaunchLayerProps) {
  const t = useText();
  const w = useWords();
  const { drawer } = parts;
  const { subject, tab, trend: trendChoice, breakdown: breakdownChoice } = useSelector(drawer, (state) => state.context);
  const { info, trend, breakdown, events, schedules, hits, cancelling } = useSelector(drawer, (state) => state.children);
  if (!subject || !info || !trend || !breakdown || !schedules || !cancelling) return null;
  const { level, name } = subject;
  const shown = isOffered(tab, level) ? tab : 'info';
  return (
    <DetailDrawer
      open
      title={t('launches.drawerTitle', { level: w(entityLevelWords[level]), name })}
      onClose={() => drawer.send({ type: 'drawer.closed' })}
    >
      <TabBar
        label={name}
        tabs={DRAWER_TABS.filter((key) => isOffered(key, level)).map((key) => ({ key, text: t(`launches.tab.${key}`) }))}
        shown={shown}
        onShow={(chosen) => drawer.send({ type: 'drawer.tabChosen', tab: chosen })}
      >
        {shown === 'info' && <WithDetail info={info}>{(detail) => <EntityInfo detail={detail} note={parts.note} />}</WithDetail>}
        {shown === 'trend' && (
          <EntityTrend trend={trend} chosen={trendChoice} onChoose={(choice) => drawer.send({ type: 'drawer.trendChosen', ...choice })} />
        )}
        {shown === 'breakdown' && (
          <EntityBreakdown
            breakdown={breakdown}
            chosen={breakdownChoice}
            onChoose={(choice) => drawer.send({ type: 'drawer.breakdownChosen', ...choice })}
          />
        )}
        {shown === 'below' && (
          <EntityBelow info={info} onOpen={(below) => drawer.send({ type: 'drawer.opened', subject: { ...subject, ...below } })} />
        )}
        {shown === 'creative' && <WithDetail info={info}>{(detail) => <EntityCreative detail={detail} />}</WithDetail>}
        {shown === 'events' && events && <EntityEvents events={events} />}
        {shown === 'hits' && hits && <EntityHits hits={hits} />}
        {shown === 'schedules' && <EntitySchedules schedules={schedules} cancelling={cancelling} info={info} timezone={subject.timezone} />}
      </TabBar>
    </DetailDrawer>
  );
}
