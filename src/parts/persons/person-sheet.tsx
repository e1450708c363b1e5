import { useSelector } from '@xstate/react';
import { personalColumnWords as words } from '#contracts/vocabulary/personal-accounts.ts';
import type { PersonManagement } from '#machines/parts/persons/person-management.machine.ts';
import { personDraft } from '#machines/parts/persons/person-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useWords } from '#src/locale/use-words.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { AssetSheetDrawer, AssigneeTags, ExpiryText, PersonalStatusTag } from '../assets/index.ts';
import { ScopeTags } from './scope-tags.tsx';

interface Props extends Pick<PartsOf<PersonManagement>, 'list' | 'form' | 'sheet'> {
  usage: 'self' | 'host';
}

/** What a personal account is, with the assets that it grants and its history. */
export function PersonSheet({ list, form, sheet, usage }: Props) {
  const w = useWords();
  const format = useFormat();
  const rows = useSelector(list, (state) => state.context.answer?.rows);
  const rowOf = (id: number) => rows?.find((row) => row.id === id);
  return (
    <AssetSheetDrawer
      sheet={sheet}
      editOf={(id) => {
        const row = rowOf(id);
        return row?.can.includes('edit') ? () => form.send({ type: 'form.opened', draft: personDraft(row, usage) }) : undefined;
      }}
      facts={(id) => {
        const row = rowOf(id);
        if (!row) return [];
        return [
          [w(words.platform_user_id), <CopyText key="id" text={row.platform_user_id} label={w(words.platform_user_id)} />],
          [w(words.status), <PersonalStatusTag key="status" status={row.status} isHeld={typeof row.held_since === 'string'} />],
          [w(words.token_expires_at), <ExpiryText key="expiry" at={row.token_expires_at} />],
          [w(words.data_access_expires_at), format.instant(row.data_access_expires_at)],
          [w(words.missing_scopes), <ScopeTags key="scopes" scopes={row.missing_scopes} />],
          [w(words.running), format.number(row.running)],
          [w(words.owner), row.owner.label],
          [w(words.assignees), <AssigneeTags key="assignees" assignees={row.assignees} />],
          [w(words.last_checked_at), format.instant(row.last_checked_at)],
          [w(words.last_error), row.last_error ?? DASH],
          [w(words.remark), row.remark ?? DASH],
        ];
      }}
    />
  );
}
