import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { OpLogRow } from '#contracts/endpoints/oplogs.ts';
import { operationColumnWords, operationResultWords } from '#contracts/vocabulary/operations.ts';
import { type HostDetailTab, type hostAccountLog, hostDetailTabs } from '#machines/operation-account/host-account-details.machine.ts';
import { hostAccountDraft } from '#machines/operation-account/host-account-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DetailDrawer } from '#src/ui/form/form-drawer.tsx';
import { KeysetFooter } from '#src/ui/list/pager.tsx';
import { useLog } from '#src/ui/list/use-log.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { TabBar } from '#src/ui/page/tab-bar.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { DiffTable } from '#src/ui/text/diff-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { type HostAccountParts, useHostAccountColumns } from './host-account-table.tsx';

/** The page of the operation log, whose call the log tab makes. */
export const LOG_PAGE = '/advertising/copy-log';

/** Columns that are no fact of their own in a drawer about the account. */
const NO_FACTS = ['account', 'do'];

/** What a hosted account is, and what was done with it. Always rendered by the page. */
export function HostAccountDetails({ parts }: { parts: HostAccountParts }) {
  const subject = useSelector(parts.details, (state) => (state.hasTag('open') ? state.context.subject : undefined));
  return subject ? <OpenDetails parts={parts} subject={subject} /> : null;
}

function OpenDetails({ parts, subject }: { parts: HostAccountParts; subject: { id: number; name: string } }) {
  const t = useText();
  const { canOpen } = useViewer();
  const { details, form } = parts;
  const shown: HostDetailTab = useSelector(details, (state) => (state.matches({ open: 'log' }) ? 'log' : 'info'));
  const log = useSelector(details, (state) => state.children.log);
  const row = useSelector(parts.list, (state) => state.context.answer?.rows.find(({ id }) => id === subject.id));
  const close = () => details.send({ type: 'details.closed' });
  const edit = () => {
    close();
    if (row) form.send({ type: 'form.opened', draft: hostAccountDraft(row) });
  };
  const columns = useHostAccountColumns(parts);
  return (
    <DetailDrawer
      open
      title={subject.name}
      onClose={close}
      footer={row?.can.includes('edit') && <Button onClick={edit}>{t('hosting.edit')}</Button>}
    >
      <TabBar
        label={subject.name}
        tabs={hostDetailTabs
          .filter((tab) => tab === 'info' || canOpen(LOG_PAGE))
          .map((key) => ({ key, text: t(key === 'info' ? 'hosting.info' : 'hosting.log') }))}
        shown={shown}
        onShow={(tab) => details.send({ type: 'details.tabChosen', tab })}
      >
        {shown === 'info' && row && (
          <dl className="ads-asset-facts">
            {columns
              .filter(({ key }) => !NO_FACTS.includes(key))
              .map(({ key, title, render }) => (
                <div key={key} className="ads-hosting-fact">
                  <dt>{title}</dt>
                  <dd>{render(row)}</dd>
                </div>
              ))}
          </dl>
        )}
        {shown === 'log' && log && <Log log={log} />}
      </TabBar>
    </DetailDrawer>
  );
}

function Log({ log }: { log: ActorRefFrom<typeof hostAccountLog> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { opened, table, footer } = useLog(log);
  const columns = useMemo(
    (): Column<OpLogRow>[] => [
      {
        key: 'at',
        title: w(operationColumnWords.at),
        width: 152,
        render: ({ at }) => <span className="ads-numbers">{format.instant(at)}</span>,
      },
      { key: 'account', title: w(operationColumnWords.account), width: 120, render: ({ account }) => <NameText text={account} /> },
      { key: 'action', title: w(operationColumnWords.action), render: ({ action_label }) => <NameText text={w(action_label)} /> },
      {
        key: 'result',
        title: w(operationColumnWords.result),
        width: 104,
        render: ({ ok }) => <StatusTag kind={ok ? 'ok' : 'error'} text={w(operationResultWords[ok ? 'ok' : 'fail'])} />,
      },
    ],
    [w, format],
  );
  return (
    <>
      <DataTable
        {...table}
        label={t('hosting.log')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ action_label, at }) => `${w(action_label)} ${format.instant(at)}`}
        expanded={opened}
        onToggle={(id) => log.send({ type: 'log.rowToggled', id })}
        renderExpanded={({ before, after, currency }) => (
          <DiffTable label={t('hosting.changes')} before={before} after={after} currency={currency} noneText={t('hosting.noChanges')} />
        )}
        empty={{ text: t('hosting.noLog') }}
      />
      {footer && <KeysetFooter {...footer} />}
    </>
  );
}
