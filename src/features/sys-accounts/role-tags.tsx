import type { AccountRow } from '#machines/account-management/account-rules.ts';
import { PlainTag } from '#src/ui/status-tag.tsx';

/** As many as stand in one line of a row. */
const SHOWN = 2;

/** The roles of somebody; those that find no room are named on hover. */
export function RoleTags({ roles }: { roles: AccountRow['roles'] }) {
  const rest = roles.slice(SHOWN);
  return (
    <>
      {roles.slice(0, SHOWN).map(({ id, label }) => (
        <PlainTag key={id} text={label} />
      ))}
      {rest.length > 0 && <PlainTag text={`+${rest.length}`} hint={rest.map(({ label }) => label).join(', ')} />}
    </>
  );
}
