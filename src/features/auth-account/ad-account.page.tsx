import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { adAccountColumnWords } from '#contracts/vocabulary/ad-accounts.ts';
import { bizLines, bizWords } from '#contracts/vocabulary/business-lines.ts';
import type { AdAccountManagement } from '#machines/auth-account/ad-account-management.machine.ts';
import { adAccountQuery } from '#machines/auth-account/ad-account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AccountStatusTag, AssignDialog, AssignmentHistoryDrawer, DiscoverDrawer } from '#src/parts/assets/index.ts';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { ListPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { IconImport } from '#src/ui/text/icons.ts';
import { AccountFilterLine } from './account-filters.tsx';
import { AccountBatchDialog, EnabledDialog, SettingsDrawer, StatusLogDrawer } from './account-layers.tsx';
import { AccountSheet } from './account-sheet.tsx';
import { AccountTable } from './account-table.tsx';
import { DisabledBanner } from './disabled-banner.tsx';

const NO_ROWS: never[] = [];
const PERSONS = '/auth/personage';

type AccountParts = PartsOf<AdAccountManagement>;

export function AdAccountPage({ page }: { page: AdAccountManagement }) {
  const t = useText();
  const viewer = useViewer();
  return (
    <ListPage
      page={page}
      query={adAccountQuery}
      title={t('adaccount.title')}
      actions={({ discovery }) => viewer.can('asset') && <ImportButton discovery={discovery} />}
      filters={(parts) => <AccountFilterLine {...parts} />}
    >
      {(parts) => <Accounts page={page} {...parts} />}
    </ListPage>
  );
}

function ImportButton({ discovery }: Pick<AccountParts, 'discovery'>) {
  const t = useText();
  return (
    <Button type="primary" icon={<IconImport />} onClick={() => discovery.send({ type: 'discover.opened' })}>
      {t('adaccount.import')}
    </Button>
  );
}

/** Whether there is no personal account to import ad accounts with, which decides what an empty page offers. */
function useLacksPersons({ list, persons }: Pick<AccountParts, 'list' | 'persons'>): boolean {
  const viewer = useViewer();
  const isEmpty = useSelector(list, (state) => state.context.answer?.total === 0);
  const found = useSelector(persons, (state) => (state.context.keyword === '' ? state.context.answer?.found : undefined));
  useEffect(() => {
    if (isEmpty) persons.send({ type: 'picker.opened' });
  }, [isEmpty, persons]);
  return found?.length === 0 && viewer.canOpen(PERSONS);
}

function Accounts({ page, ...parts }: AccountParts & { page: AdAccountManagement }) {
  const t = useText();
  const w = useWords();
  const { list, form, batch, assigning, history, discovery, enabledChange, statusLog, authorisers, pixels, staff, units } = parts;
  const rows = useSelector(list, (state) => state.context.answer?.rows) ?? NO_ROWS;
  const progress = useSelector(batch, (state) => state.children.progress);
  const viewer = useViewer();
  const lacksPersons = useLacksPersons(parts);
  return (
    <>
      <DisabledBanner rows={rows} />
      <AccountTable
        page={page}
        parts={parts}
        empty={{
          text: t(lacksPersons ? 'adaccount.emptyNobody' : 'adaccount.empty'),
          action: lacksPersons ? (
            <Link className="ads-link-button" to={PERSONS}>
              {t('adaccount.toPersons')}
            </Link>
          ) : (
            viewer.can('asset') && <ImportButton discovery={discovery} />
          ),
        }}
      />
      <AccountSheet {...parts} />
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
        heading={t('adaccount.title')}
        statusOf={({ status }) => <AccountStatusTag status={Number(status)} />}
        fields={({ values, faults, change, busy }) => (
          <ChoiceField
            as="radio"
            label={w(adAccountColumnWords.biz)}
            value={values.biz}
            options={bizLines.map((value) => ({ value, label: w(bizWords[value]) }))}
            onChange={(biz) => change({ biz })}
            fault={faults.biz}
            disabled={busy}
            required
          />
        )}
      />
    </>
  );
}
