import { useSelector } from '@xstate/react';
import { adAccountColumnWords as words } from '#contracts/vocabulary/ad-accounts.ts';
import type { AdAccountManagement } from '#machines/auth-account/ad-account-management.machine.ts';
import { adAccountDraft } from '#machines/auth-account/ad-account-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AssetSheetDrawer, AssigneeTags, PersonalStatusTag } from '#src/parts/assets/index.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { StatusCell } from './account-cells.tsx';

/** What an ad account is, with its pixels, campaigns and history. */
export function AccountSheet({ list, form, sheet }: Pick<PartsOf<AdAccountManagement>, 'list' | 'form' | 'sheet'>) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const rows = useSelector(list, (state) => state.context.answer?.rows);
  const rowOf = (id: number) => rows?.find((row) => row.id === id);
  return (
    <AssetSheetDrawer
      sheet={sheet}
      editOf={(id) => {
        const row = rowOf(id);
        return row?.can.includes('edit') ? () => form.send({ type: 'form.opened', draft: adAccountDraft(row) }) : undefined;
      }}
      facts={(id) => {
        const row = rowOf(id);
        if (!row) return [];
        const money = (amount: number | null) => format.money(amount, row.currency);
        return [
          [w(words.platform_account_id), <CopyText key="id" text={row.platform_account_id} label={w(words.platform_account_id)} />],
          [w(words.account_status), <StatusCell key="status" row={row} />],
          [w(words.personal_account), row.personal_account.label],
          [t('adaccount.authorisation'), <PersonalStatusTag key="authorisation" status={row.personal_status} />],
          [w(words.spend_7d), format.money(row.spend_7d_usd, 'USD')],
          [w(words.campaigns_running), format.number(row.campaigns_running)],
          [w(words.balance), money(row.balance)],
          [w(words.spend_cap), money(row.spend_cap)],
          [w(words.cap_left), money(row.cap_left)],
          [w(words.timezone_name), row.timezone_name],
          [w(words.assignees), <AssigneeTags key="assignees" assignees={row.assignees} primaryId={row.primary?.id} />],
          [w(words.last_sync_at), format.instant(row.last_sync_at)],
          [w(words.remark), row.remark ?? DASH],
        ];
      }}
    />
  );
}
