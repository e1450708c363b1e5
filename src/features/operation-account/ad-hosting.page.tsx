import { hostAccountFilters } from '#contracts/vocabulary/hosting.ts';
import type { AdHosting } from '#machines/operation-account/ad-hosting.machine.ts';
import { blankHostAccount, hostAccountQuery } from '#machines/operation-account/host-account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { hitsTab, rulesTab } from '#src/parts/rules/index.ts';
import { listTab } from '#src/ui/list/list-page.tsx';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { TabbedPage } from '#src/ui/page/tabbed-page.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { EndingDialog } from './ending-dialog.tsx';
import { HostAccountDetails } from './host-account-details.tsx';
import { HostAccountDrawer } from './host-account-drawer.tsx';
import { type HostAccountParts, HostAccountTable } from './host-account-table.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { RuleBindingDrawer } from './rule-binding-drawer.tsx';
import { StateChangeDialog } from './state-change-dialog.tsx';
import './hosting.css';

const FOLDED = ['operator_user_id', 'account_status', 'has_suggestions'] as const;

/** Ad accounts that are run for their holders, and the rules that steer them. */
export function AdHostingPage({ page }: { page: AdHosting }) {
  const t = useText();
  const viewer = useViewer();
  // Hosting usually begins today, by the person who agrees on it.
  const create = ({ form }: HostAccountParts) =>
    form.send({
      type: 'form.opened',
      draft: { values: { ...blankHostAccount, operator_user_id: viewer.id, start_at: new Date().toISOString() }, subject: undefined },
    });
  const createButton = (parts: HostAccountParts) =>
    viewer.can('rule') && (
      <ActionButton action="create" type="primary" icon={<IconPlus />} onClick={() => create(parts)}>
        {t('hosting.create')}
      </ActionButton>
    );
  return (
    <TabbedPage
      page={page}
      title={t('hosting.title')}
      tabs={{
        accounts: {
          text: t('hosting.accounts'),
          show: (accounts) =>
            listTab({
              page: accounts,
              query: hostAccountQuery,
              actions: createButton,
              filters: ({ list, operators }) => (
                <VocabularyFilterLine
                  vocabulary={hostAccountFilters}
                  list={list}
                  pickers={{ operator_user_id: operators }}
                  folded={FOLDED}
                />
              ),
              children: (parts) => (
                <>
                  <HostAccountTable parts={parts} create={createButton(parts)} />
                  <HostAccountDetails parts={parts} />
                  <HostAccountDrawer {...parts} />
                  <StateChangeDialog {...parts} />
                  <EndingDialog {...parts} />
                  <RuleBindingDrawer {...parts} />
                  <ReportDialog {...parts} />
                </>
              ),
            }),
        },
        rules: { text: t('hostrule.rules'), show: rulesTab },
        hits: { text: t('hostrule.hits'), show: hitsTab },
      }}
    />
  );
}
