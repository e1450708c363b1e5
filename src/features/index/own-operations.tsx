import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { summaryInWords } from '#contracts/rules/change-words.ts';
import type { OwnOperation, ownOperations } from '#machines/index/home-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';

const LOG = '/advertising/copy-log';

/** Recent operations of the user. */
export function OwnOperations({ operations }: { operations: ActorRefFrom<typeof ownOperations> }) {
  const t = useText();
  const format = useFormat();
  const language = useLocaleName() === 'en' ? 'en' : 'zh';
  const viewer = useViewer();
  const { table } = useDetail(operations);

  const columns = useMemo(
    (): Column<OwnOperation>[] => [
      {
        key: 'at',
        title: t('home.at'),
        width: 152,
        render: ({ at }) => <span className="ads-numbers">{format.instant(at)}</span>,
      },
      {
        key: 'action',
        title: t('home.action'),
        render: ({ action_label, summary }) => <NameText text={action_label[language]} note={summaryInWords(summary, language)} />,
      },
      {
        key: 'ok',
        title: t('home.result'),
        width: 96,
        render: ({ ok }) => <StatusTag kind={ok ? 'ok' : 'error'} text={t(ok ? 'home.succeeded' : 'home.failed')} />,
      },
    ],
    [t, format, language],
  );

  return (
    <div className="ads-home-block">
      <header className="ads-home-head">
        <h2>{t('home.operations')}</h2>
        {viewer.canOpen(LOG) && (
          <Link className="ads-link-button" to={`${LOG}?tab=operations`}>
            {t('home.toLog')}
          </Link>
        )}
      </header>
      <DataTable
        {...table}
        label={t('home.operations')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ summary }) => summaryInWords(summary, language)}
        empty={{ text: t('home.noOperations') }}
      />
    </div>
  );
}
