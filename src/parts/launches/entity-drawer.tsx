import { useSelector } from '@xstate/react';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import { DRAWER_TABS, type DrawerTab } from '#machines/parts/launches/entity-drawer.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DetailDrawer } from '#src/ui/form/form-drawer.tsx';
import { TabBar } from '#src/ui/page/tab-bar.tsx';
import { EntityBelow } from './entity-below.tsx';
import { EntityCreative } from './entity-creative.tsx';
import { EntityEvents } from './entity-events.tsx';
import { EntityInfo } from './entity-info.tsx';
import { EntitySchedules } from './entity-schedules.tsx';
import { EntityTrend } from './entity-trend.tsx';
import type { LaunchLayerProps } from './launch-batch-dialog.tsx';

/** An ad has no children, and only an ad has a creative. */
const isOffered = (tab: DrawerTab, level: EntityLevel): boolean => {
  if (tab === 'below') return level !== 'ad';
  return tab !== 'creative' || level === 'ad';
};

/** Details of one campaign, ad group or ad. */
export default function EntityDrawer({ parts }: LaunchLayerProps) {
  const t = useText();
  const w = useWords();
  const { drawer } = parts;
  const { subject, tab } = useSelector(drawer, (state) => state.context);
  const { info, trend, events, schedules, cancelling } = useSelector(drawer, (state) => state.children);
  if (!subject || !info || !trend || !schedules || !cancelling) return null;
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
        {shown === 'info' && <EntityInfo info={info} />}
        {shown === 'trend' && <EntityTrend drawer={drawer} trend={trend} />}
        {shown === 'below' && (
          <EntityBelow info={info} onOpen={(below) => drawer.send({ type: 'drawer.opened', subject: { ...subject, ...below } })} />
        )}
        {shown === 'creative' && <EntityCreative info={info} />}
        {shown === 'events' && events && <EntityEvents events={events} />}
        {shown === 'schedules' && <EntitySchedules schedules={schedules} cancelling={cancelling} info={info} timezone={subject.timezone} />}
      </TabBar>
    </DetailDrawer>
  );
}
