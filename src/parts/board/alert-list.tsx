import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { type AlertPage, FIRST_ALERTS, type homeAlerts, type readAlerts } from '#machines/parts/alerts/alerts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { Pager } from '#src/ui/list/pager.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { ConsoleLink } from './console-link.tsx';
import { HomeBlock } from './home-block.tsx';

interface Props {
  alerts: ActorRefFrom<typeof homeAlerts>;
  reading: ActorRefFrom<typeof readAlerts>;
}

/** Alerts, unread first; each can be marked as read. */
export function AlertList({ alerts, reading }: Props) {
  const t = useText();
  const format = useFormat();
  const { answer, busy, failure, refresh } = useDetail(alerts);
  const shown = useSelector(alerts, (state) => state.context.subject ?? FIRST_ALERTS);
  const open = (subject: AlertPage) => alerts.send({ type: 'detail.opened', subject });
  const markCommand = useCommand(reading);
  const markRead = (subject: { ids: number[] } | { all: true }) => reading.send({ type: 'command.runRequested', subject });
  return (
    <HomeBlock
      title={answer && answer.unread > 0 ? t('alerts.unread', { count: answer.unread }) : t('alerts.title')}
      end={
        answer &&
        answer.unread > 0 && (
          <button type="button" className="ads-link-button" disabled={markCommand.busy} onClick={() => markRead({ all: true })}>
            {t('alerts.readAll')}
          </button>
        )
      }
      busy={busy}
      failure={failure}
      onRetry={refresh}
    >
      {answer && (
        <>
          {markCommand.failure && <FailureRemark failure={markCommand.failure} />}
          {answer.rows.length === 0 ? (
            <p className="ads-home-quiet">{t('alerts.none')}</p>
          ) : (
            <ul className="ads-home-alerts">
              {answer.rows.map(({ id, level, title, body, link, read_at, created_at }) => (
                <li key={id} className={read_at === null ? 'ads-home-unread' : undefined}>
                  <span className="ads-home-alert-line">
                    <StatusTag kind={level} text={t(`alerts.level.${level}`)} />
                    <ConsoleLink to={link} className="ads-home-alert-title">
                      {title}
                    </ConsoleLink>
                  </span>
                  {body && <p>{body}</p>}
                  <span className="ads-home-alert-line">
                    <small className="ads-home-quiet ads-numbers">{format.instant(created_at)}</small>
                    {read_at === null && (
                      <button
                        type="button"
                        className="ads-link-button"
                        aria-label={`${t('alerts.read')} ${title}`}
                        disabled={markCommand.busy}
                        onClick={() => markRead({ ids: [id] })}
                      >
                        {t('alerts.read')}
                      </button>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {answer.total > FIRST_ALERTS.pageSize && (
            <Pager
              {...shown}
              total={answer.total}
              busy={busy}
              onPage={(page) => open({ ...shown, page })}
              onPageSize={(pageSize) => open({ page: 1, pageSize })}
            />
          )}
        </>
      )}
    </HomeBlock>
  );
}
