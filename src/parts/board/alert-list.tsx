import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import {
  type AlertPage,
  FIRST_ALERTS,
  type homeAlerts,
  type openIncidents,
  type readAlerts,
} from '#machines/parts/alerts/alerts.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { Pager } from '#src/ui/list/pager.tsx';
import { useAddressedAction } from '#src/ui/page/addressed-action.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { AlertItem } from './alert-item.tsx';
import { HomeBlock } from './home-block.tsx';
import { IncidentList } from './incident-list.tsx';

interface Props {
  alerts: ActorRefFrom<typeof homeAlerts>;
  incidents: ActorRefFrom<typeof openIncidents>;
  reading: ActorRefFrom<typeof readAlerts>;
  /** Opens the targets that alerts are delivered to. */
  onDelivery: () => void;
}

/** Open incidents with their alerts, then the other alerts, unread first; each can be marked as read. */
export function AlertList({ alerts, incidents, reading, onDelivery }: Props) {
  const t = useText();
  const { answer, busy, failure, refresh } = useDetail(alerts);
  const open = useDetail(incidents);
  const shown = useSelector(alerts, (state) => state.context.subject ?? FIRST_ALERTS);
  const move = (subject: AlertPage) => alerts.send({ type: 'detail.opened', subject });
  const markCommand = useCommand(reading);
  const markRead = (subject: { ids: number[] } | { all: true }) => reading.send({ type: 'command.runRequested', subject });
  const onRead = (ids: number[]) => markRead({ ids });
  const block = useRef<HTMLElement>(null);
  useAddressedAction('alerts', {
    isReady: answer !== undefined || failure !== undefined,
    run: () => {
      block.current?.scrollIntoView();
      block.current?.focus({ preventScroll: true });
    },
  });
  const hasIncidents = (open.answer?.length ?? 0) > 0;
  return (
    <HomeBlock
      block={block}
      title={answer && answer.unread > 0 ? t('alerts.unread', { count: answer.unread }) : t('alerts.title')}
      end={
        <>
          {answer && answer.unread > 0 && (
            <button type="button" className="ads-link-button" disabled={markCommand.busy} onClick={() => markRead({ all: true })}>
              {t('alerts.readAll')}
            </button>
          )}
          <button type="button" className="ads-link-button" aria-haspopup="dialog" onClick={onDelivery}>
            {t('alerts.delivery')}
          </button>
        </>
      }
      busy={busy}
      failure={failure ?? open.failure}
      onRetry={() => {
        refresh();
        open.refresh();
      }}
    >
      {answer && (
        <>
          {markCommand.failure && <FailureRemark failure={markCommand.failure} />}
          <IncidentList incidents={open.answer ?? []} busy={markCommand.busy} onRead={onRead} />
          {answer.rows.length === 0 ? (
            !hasIncidents && <p className="ads-home-quiet">{t('alerts.none')}</p>
          ) : (
            <ul className="ads-home-alerts">
              {answer.rows.map((alert) => (
                <AlertItem key={alert.id} alert={alert} busy={markCommand.busy} onRead={onRead} />
              ))}
            </ul>
          )}
          {answer.total > FIRST_ALERTS.pageSize && (
            <Pager
              {...shown}
              total={answer.total}
              busy={busy}
              onPage={(page) => move({ ...shown, page })}
              onPageSize={(pageSize) => move({ page: 1, pageSize })}
            />
          )}
        </>
      )}
    </HomeBlock>
  );
}
