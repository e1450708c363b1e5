import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { scheduleActionWords, scheduleRepeatWords, scheduleStatusWords } from '#contracts/vocabulary/launches.ts';
import type { entitySchedules, scheduleCancelling } from '#machines/parts/launches/entity-drawer.machine.ts';
import type { ScheduleRow } from '#machines/parts/launches/entity-rows.ts';
import { instantText, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';
import { type EntityInfoActor, toEntityRow } from './entity-row.ts';

const kinds: Record<ScheduleRow['status'], StatusKind> = { waiting: 'info', done: 'ok', failed: 'error', canceled: 'muted' };

interface Props {
  schedules: ActorRefFrom<typeof entitySchedules>;
  cancelling: ActorRefFrom<typeof scheduleCancelling>;
  info: EntityInfoActor;
  /** Timezone of the account. */
  timezone: string;
}

/** Scheduled and past actions of an object. */
export function EntitySchedules({ schedules, cancelling, info, timezone }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { table } = useDetail(schedules);
  const entityInfo = useDetail(info);
  const currency = (entityInfo.answer && toEntityRow(entityInfo.answer)?.account.currency) ?? 'USD';
  const { subject, dialog } = useCommand(cancelling, ({ action }) =>
    t('ui.titled', { title: t('launches.callOff'), name: w(scheduleActionWords[action]) }),
  );
  const columns = useMemo(
    (): Column<ScheduleRow>[] => [
      {
        key: 'run_at',
        title: t('launches.runAt'),
        width: 172,
        render: ({ run_at }) => (
          <span className="ads-numbers" title={t('launches.elsewhere', { at: format.instant(run_at), timezone: format.timezone })}>
            {instantText(run_at, timezone)}
          </span>
        ),
      },
      {
        key: 'action',
        title: t('launches.scheduled'),
        render: ({ action, value, repeat }) => (
          <NameText
            text={value === null ? w(scheduleActionWords[action]) : `${w(scheduleActionWords[action])} ${format.money(value, currency)}`}
            note={repeat === 'daily' ? w(scheduleRepeatWords.daily) : undefined}
          />
        ),
      },
      {
        key: 'status',
        title: t('launches.result'),
        width: 104,
        render: ({ status, last_error }) => (
          <StatusTag kind={kinds[status]} text={w(scheduleStatusWords[status])} hint={last_error ?? undefined} />
        ),
      },
      { key: 'user', title: t('launches.orderedBy'), width: 104, render: ({ user }) => <NameText text={user.label} /> },
      {
        key: 'do',
        title: t('launches.do'),
        width: 80,
        frozen: 'right',
        render: (row) =>
          row.can.includes('cancel') ? (
            <button type="button" className="ads-link-button" onClick={() => cancelling.send({ type: 'command.requested', subject: row })}>
              {t('launches.callOff')}
            </button>
          ) : null,
      },
    ],
    [t, w, format, timezone, currency, cancelling],
  );
  return (
    <>
      <p className="ads-quiet">{t('launches.accountTime', { timezone })}</p>
      <DataTable
        {...table}
        label={t('launches.tab.schedules')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ action, run_at }) => `${w(scheduleActionWords[action])} ${instantText(run_at, timezone)}`}
        empty={{ text: t('launches.noSchedules') }}
      />
      <ConfirmDialog
        {...dialog}
        title={t('launches.callOffTitle')}
        text={
          subject
            ? t('launches.callOffText', { action: w(scheduleActionWords[subject.action]), at: instantText(subject.run_at, timezone) })
            : ''
        }
        confirmText={t('launches.callOff')}
      />
    </>
  );
}
