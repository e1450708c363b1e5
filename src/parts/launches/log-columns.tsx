import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { launchColumnWords } from '#contracts/vocabulary/launch-filters.ts';
import { logColumnWords } from '#contracts/vocabulary/launch-logs.ts';
import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import type { EntityEvent } from '#machines/parts/launches/entity-rows.ts';
import { DASH, dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { useEventWords } from './event-words.tsx';

const BATCHES = '/advertising/copy-log';

interface Options<Row> {
  /** Called when the name is clicked; undefined when its object no longer exists. Must be referentially stable. */
  onOpen: ((row: Row) => void) | undefined;
}

/** Columns that every launch log shares: at the start and at the end. */
export function useLogColumns<Row extends EntityEvent>({ onOpen }: Options<Row>): { start: Column<Row>[]; end: Column<Row>[] } {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const { canOpen } = useViewer();
  const { actorOf } = useEventWords();
  const canOpenBatches = canOpen(BATCHES);
  return useMemo(() => {
    const ref = (one: { label: string } | null) => <NameText text={one?.label ?? DASH} />;
    return {
      start: [
        {
          key: 'name',
          title: w(logColumnWords.name),
          width: 220,
          frozen: true,
          render: (row) => <NameText text={row.entity.label} {...(onOpen && { onOpen: () => onOpen(row) })} />,
        },
        {
          key: 'at',
          title: w(logColumnWords.at),
          width: 152,
          render: (row) => (
            <span className="ads-numbers" title={row.at}>
              {format.instant(row.at)}
            </span>
          ),
        },
        { key: 'level', title: w(logColumnWords.level), width: 104, render: (row) => <PlainTag text={w(entityLevelWords[row.level])} /> },
        { key: 'account', title: w(launchColumnWords.account), width: 150, render: (row) => ref(row.account) },
        { key: 'content', title: w(launchColumnWords.content), width: 140, render: (row) => ref(row.content) },
        {
          key: 'owner',
          title: w(launchColumnWords.owner),
          width: 104,
          render: (row) => <NameText text={row.owner?.label ?? t('launches.nobody')} />,
        },
        { key: 'actor', title: w(logColumnWords.actor), width: 120, render: (row) => <NameText text={actorOf(row)} /> },
        { key: 'rule', title: w(logColumnWords.rule), width: 120, defaultHidden: true, render: (row) => ref(row.rule) },
        { key: 'reason', title: w(logColumnWords.reason), width: 160, render: (row) => <NameText text={row.reason ?? DASH} /> },
      ],
      end: [
        {
          key: 'batch_id',
          title: w(logColumnWords.batch_id),
          width: 96,
          defaultHidden: true,
          render: ({ batch_id, at }) => {
            if (batch_id === null) return DASH;
            if (!canOpenBatches) return `#${batch_id}`;
            const day = dateIn(new Date(at), format.timezone);
            const search = new URLSearchParams({ tab: 'batches', keyword: String(batch_id), date_from: day, date_to: day });
            return (
              <button
                type="button"
                className="ads-link-button ads-numbers"
                onClick={() => void navigate({ pathname: BATCHES, search: `?${search}` })}
              >
                {`#${batch_id}`}
              </button>
            );
          },
        },
      ],
    };
  }, [t, w, format, actorOf, navigate, canOpenBatches, onOpen]);
}
