import { useSelector } from '@xstate/react';
import { type DrillData, plots as plotKinds } from '#machines/advertising-data/drill.machine.ts';
import { drillQueries } from '#machines/advertising-data/drill-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Segments } from '#src/parts/reports/index.ts';
import { AccountTable } from './account-table.tsx';
import { CampaignBubbles } from './campaign-bubbles.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { DrillFrame } from './drill-frame.tsx';
import { GroupTable } from './group-table.tsx';
import { UserTable } from './user-table.tsx';

interface Props {
  page: DrillData;
}

export function UserPage({ page }: Props) {
  const t = useText();
  return <DrillFrame kind="user" page={page} splitLabel={t('data.divided.user')} Body={UserTable} />;
}

export function AccountPage({ page }: Props) {
  const t = useText();
  return <DrillFrame kind="account" page={page} splitLabel={t('data.divided.account')} Body={AccountTable} />;
}

export function CampaignPage({ page }: Props) {
  const t = useText();
  const plot = useSelector(page, (state) => state.context.plot);
  const report = useSelector(page, (state) => state.children.report);
  const parent = useSelector(page, (state) => state.children.parent);
  const choice = (
    <Segments
      label={t('data.plot')}
      options={plotKinds.map((key) => ({ key, text: t(`data.plot.${key}`) }))}
      chosen={plot}
      onChoose={(next) => page.send({ type: 'plot.chosen', plot: next })}
    />
  );
  return (
    <DrillFrame
      kind="campaign"
      page={page}
      splitLabel={t('data.divided.campaign')}
      plots={{
        switch: choice,
        other: plot === 'bubbles' && report && parent ? <CampaignBubbles report={report} parent={parent} plots={choice} /> : undefined,
      }}
      Body={CampaignTable}
    />
  );
}

export function GroupPage({ page }: Props) {
  const t = useText();
  const isInGroup = useSelector(page, (state) => drillQueries.group.read(state.context.search).filters.group_id !== undefined);
  return <DrillFrame kind="group" page={page} splitLabel={t(isInGroup ? 'data.divided.ad' : 'data.divided.group')} Body={GroupTable} />;
}
