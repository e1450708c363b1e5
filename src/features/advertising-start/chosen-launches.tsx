import { Button } from '@arco-design/web-react';
import { useNavigate } from 'react-router-dom';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import type { Selection } from '#machines/kernel/list/list.machine.ts';
import { MAX_IDS } from '#machines/kernel/list/list-query.ts';
import type { LaunchFilters } from '#machines/parts/launches/launch-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { actionsAt, type LaunchActions, useEntityPermits } from '#src/parts/launches/index.ts';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import type { SeenRow } from './use-seen-rows.ts';

/** The maximum number of objects per request. */
const MAX_PER_REQUEST = 500;
/** Number of visible actions; the others are in a menu. */
const VISIBLE_ACTIONS = 4;

interface Props {
  level: EntityLevel;
  selection: Selection<number>;
  filters: LaunchFilters;
  seen: () => readonly SeenRow[];
  actions: LaunchActions;
}

/** Links from the chosen objects to their children. */
const CHILD_TABS: Record<EntityLevel, readonly { tab: 'group' | 'ad'; filter: 'campaign_id' | 'ad_group_id' }[]> = {
  campaign: [
    { tab: 'group', filter: 'campaign_id' },
    { tab: 'ad', filter: 'campaign_id' },
  ],
  ad_group: [{ tab: 'ad', filter: 'ad_group_id' }],
  ad: [],
};

/** Actions for the chosen rows. */
export function ChosenLaunches({ level, selection, filters, seen, actions }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const { isGranted } = useEntityPermits();
  const isAll = selection.kind === 'allMatching';
  const ids = isAll ? [] : selection.ids;
  const isTooMany = ids.length > MAX_PER_REQUEST;
  // Every ad has texts of its own, so ads are edited one by one.
  const offeredActions = actionsAt[level].filter((action) => isGranted(action) && !(level === 'ad' && action === 'edit'));
  const openDialogOf = (action: (typeof offeredActions)[number]) =>
    actions.openDialogForChosen(action, level, { selection, filter: filters, seen: seen() });
  const refusal = isTooMany ? t('start.tooMany', { max: MAX_PER_REQUEST }) : undefined;
  const openTab = (tab: string, filter: string) =>
    void navigate({ pathname: '/advertising/start', search: `?${new URLSearchParams({ tab, [filter]: ids.join(',') })}` });
  return (
    <>
      {offeredActions.slice(0, VISIBLE_ACTIONS).map((action) => {
        if (refusal === undefined) {
          return (
            <Button key={action} onClick={() => openDialogOf(action)}>
              {t(`launches.action.${action}`)}
            </Button>
          );
        }
        return (
          <Tooltip key={action} content={refusal}>
            {(describedBy) => (
              <Button disabled aria-describedby={describedBy}>
                {t(`launches.action.${action}`)}
              </Button>
            )}
          </Tooltip>
        );
      })}
      {offeredActions.length > VISIBLE_ACTIONS && (
        <MenuButton
          label={t('ui.more')}
          actions={offeredActions.slice(VISIBLE_ACTIONS).map((action) => ({
            key: action,
            text: t(`launches.action.${action}`),
            danger: action === 'remove',
            refusal,
            onRun: () => openDialogOf(action),
          }))}
        />
      )}
      {ids.length > 0 &&
        ids.length <= MAX_IDS &&
        CHILD_TABS[level].map(({ tab, filter }) => (
          <button key={tab} type="button" className="ads-link-button" onClick={() => openTab(tab, filter)}>
            {t(`start.look.${tab}`)}
          </button>
        ))}
    </>
  );
}
