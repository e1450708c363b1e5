import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { eventWords } from '#contracts/vocabulary/launch-events.ts';
import { closeLogColumnWords, logColumnWords } from '#contracts/vocabulary/launch-logs.ts';
import type { entityEvents } from '#machines/parts/launches/entity-drawer.machine.ts';
import type { EntityEvent } from '#machines/parts/launches/entity-rows.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { KeysetFooter } from '#src/ui/list/pager.tsx';
import { useLog } from '#src/ui/list/use-log.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { DiffTable } from '#src/ui/text/diff-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { EventTag, useEventWords } from './event-words.tsx';

/** The events of an object with old and new values. */
export function EntityEvents({ events }: { events: ActorRefFrom<typeof entityEvents> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { actorOf } = useEventWords();
  const { opened, table, footer } = useLog(events);
  const columns = useMemo(
    (): Column<EntityEvent>[] => [
      { key: 'at', title: w(logColumnWords.at), width: 152, render: ({ at }) => <span className="ads-numbers">{format.instant(at)}</span> },
      { key: 'event', title: w(closeLogColumnWords.event), width: 112, render: ({ event }) => <EventTag event={event} /> },
      { key: 'actor', title: w(logColumnWords.actor), width: 128, render: (row) => <NameText text={actorOf(row)} /> },
      { key: 'reason', title: w(logColumnWords.reason), render: ({ reason }) => <NameText text={reason ?? ''} /> },
    ],
    [w, format, actorOf],
  );
  return (
    <>
      <DataTable
        {...table}
        label={t('launches.tab.events')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ at, event }) => `${w(eventWords[event])} ${format.instant(at)}`}
        expanded={opened}
        onToggle={(id) => events.send({ type: 'log.rowToggled', id })}
        renderExpanded={({ before, after, currency }) => (
          <DiffTable label={t('launches.changes')} before={before} after={after} currency={currency} noneText={t('launches.noChanges')} />
        )}
        empty={{ text: t('launches.noEvents') }}
      />
      {footer && <KeysetFooter {...footer} />}
    </>
  );
}
