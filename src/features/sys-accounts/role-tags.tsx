import type { AccountRow } from '#machines/sys-accounts/account-rules.ts';
import { TagLine } from '#src/ui/text/tag-line.tsx';

/** Width of the column of the roles. */
export const ROLES_WIDTH = 180;

/** The roles of an account; those without room are named on hover. */
export function RoleTags({ roles }: { roles: AccountRow['roles'] }) {
  return <TagLine tags={roles.map(({ id, label }) => ({ key: id, text: label }))} room={ROLES_WIDTH} />;
}
