import { Button } from '@arco-design/web-react';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DrillRow } from '#machines/advertising-data/drill-parts.machine.ts';
import { type DrillGrouping, groupingOf } from '#machines/advertising-data/drill-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Segments } from '#src/parts/reports/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { DrillBodyProps } from './drill-frame.tsx';
import { toPlace } from './drill-place.ts';
import { EntityTable, WITHOUT_SINGLE } from './entity-table.tsx';

const PUBLISH = '/advertising/publish';

type Grouping = DrillGrouping<'campaign'>;
const GROUPINGS: readonly Grouping[] = ['campaign', 'date'];

/** The campaigns of one ad account. */
export function CampaignTable(props: DrillBodyProps) {
  const { parts, report } = props;
  const t = useText();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { query } = report;
  const grouping = GROUPINGS.find((name) => groupingOf('campaign', name).join() === query.groupBy.join()) ?? 'campaign';
  const open = useCallback(
    ({ dims: { campaign } }: DrillRow) => campaign && void navigate(toPlace('group', query, { campaign_id: Number(campaign.id) })),
    [navigate, query],
  );
  return (
    <EntityTable
      {...props}
      level="campaign"
      tableView={parts.tableView}
      label={t('data.campaign')}
      hiddenMetrics={WITHOUT_SINGLE}
      onOpen={open}
      controls={
        <Segments
          label={t('data.groupBy')}
          options={GROUPINGS.map((key) => ({ key, text: t(`data.grouping.campaign.${key}`) }))}
          chosen={grouping}
          onChoose={(name) => parts.report.send({ type: 'report.groupsChosen', groupBy: groupingOf('campaign', name) })}
        />
      }
      empty={{
        text: t('data.noCampaigns'),
        action:
          viewer.can('publish') && viewer.canOpen(PUBLISH) ? (
            <Button type="primary" onClick={() => void navigate(PUBLISH)}>
              {t('data.publish')}
            </Button>
          ) : undefined,
      }}
    />
  );
}
