import type { RoleChangeResult } from '#machines/account-management/account-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/block.tsx';

interface Props {
  result: RoleChangeResult;
  nameOf: (id: number) => string;
  onSeen: () => void;
}

/** What a change of several accounts came to; whatever failed is named with its reason. */
export function RoleChangeOutcome({ result: { total, failed }, nameOf, onSeen }: Props) {
  const t = useText();
  const ok = total - failed.length;
  return (
    <Remark
      kind={failed.length > 0 ? 'warn' : 'info'}
      title={failed.length > 0 ? t('account.rolesPartly', { ok, failed: failed.length }) : t('account.rolesChanged', { ok })}
    >
      {failed.length > 0 && (
        <ul>
          {failed.map(({ id, message }) => (
            <li key={id}>
              {nameOf(id)}: {message}
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="ads-link-button" onClick={onSeen}>
        {t('account.seen')}
      </button>
    </Remark>
  );
}
