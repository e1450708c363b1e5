import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { AdAccountManagement } from '#machines/ad-account-management/ad-account-management.machine.ts';
import { adAccountQuery } from '#machines/ad-account-management/ad-account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AccountStatusTag, AssignDialog, AssignmentHistoryDrawer, DiscoverDrawer } from '#src/parts/assets/index.ts';
import { BatchDialog } from '#src/ui/batch-dialog.tsx';
import { ChoiceField } from '#src/ui/choice-fields.tsx';
import { IconImport } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { SavedViews } from '#src/ui/saved-views.tsx';
import { useViewer } from '#src/ui/viewer.tsx';
import { AccountFilterLine } from './account-filters.tsx';
import { AccountBatchDialog, EnabledDialog, SettingsDrawer, StatusLogDrawer } from './account-layers.tsx';
import { AccountTable } from './account-table.tsx';
import { DisabledBanner } from './disabled-banner.tsx';

const NO_ROWS: never[] = [];
const PERSONS = '/auth/personage';

export function AdAccountPage({ page }: { page: AdAccountManagement }) {
  const t = useText();
  const viewer = useViewer();
  const parts = useSelector(page, (state) => state.children);
  const query = useSelector(parts.list, (state) => state?.context.query);
  const answer = useSelector(parts.list, (state) => state?.context.answer);
  const rows = answer?.rows ?? NO_ROWS;
  const look = useSelector(parts.tableView, (state) => state?.context.view);
  const progress = useSelector(parts.batch, (state) => state?.children.progress);
  const persons = useSelector(parts.persons, (state) => (state?.context.keyword === '' ? state.context.answer?.found : undefined));
  // Whether there is anybody to bring accounts in through decides what an empty page offers.
  const isEmpty = answer?.total === 0;
  useEffect(() => {
    if (isEmpty) parts.persons?.send({ type: 'picker.opened' });
  }, [isEmpty, parts.persons]);
  const { list, form, batch, assigning, history, discovery, enabledChange, statusLog, export: download } = parts;
  const { authorisers, pixels, staff, units, currencies, tableView, views } = parts;
  if (!list || !form || !batch || !assigning || !history || !discovery || !enabledChange || !statusLog || !download) return null;
  if (!authorisers || !parts.persons || !pixels || !staff || !units || !currencies || !tableView || !views || !query) return null;

  const discover = viewer.can('asset') && (
    <Button type="primary" icon={<IconImport />} onClick={() => discovery.send({ type: 'discover.opened' })}>
      {t('adaccount.import')}
    </Button>
  );
  const lacksPersons = persons?.length === 0 && viewer.canOpen(PERSONS);
  return (
    <Page
      title={t('adaccount.title')}
      note={<SavedViews views={views} search={adAccountQuery.write({ ...query, page: 1 })} table={look} />}
      actions={discover}
      filters={<AccountFilterLine list={list} persons={parts.persons} staff={staff} currencies={currencies} />}
    >
      <DisabledBanner rows={rows} />
      <AccountTable
        {...{ page, list, batch, assigning, download, tableView }}
        empty={{
          text: t(lacksPersons ? 'adaccount.emptyNobody' : 'adaccount.empty'),
          action: lacksPersons ? (
            <Link className="ads-link-button" to={PERSONS}>
              {t('adaccount.toPersons')}
            </Link>
          ) : (
            discover
          ),
        }}
      />
      <SettingsDrawer form={form} />
      <EnabledDialog change={enabledChange} />
      <AccountBatchDialog batch={batch} pixels={pixels} />
      <BatchDialog progress={progress} canChooseFailed />
      <AssignDialog assigning={assigning} staff={staff} units={units} rows={rows} />
      <AssignmentHistoryDrawer history={history} />
      <StatusLogDrawer log={statusLog} />
      <DiscoverDrawer
        discovering={discovery}
        persons={authorisers}
        title={t('adaccount.import')}
        what={t('adaccount.title')}
        statusOf={({ status }) => <AccountStatusTag status={Number(status)} />}
        fields={({ values, faults, change, busy }) => (
          <ChoiceField
            as="radio"
            label={t('persons.biz')}
            value={values.biz}
            options={(['dj', 'ec'] as const).map((value) => ({ value, label: t(`persons.biz.${value}`) }))}
            onChange={(biz) => change({ biz })}
            fault={faults.biz}
            disabled={busy}
            required
          />
        )}
      />
    </Page>
  );
}
