import type { AccountRow } from '#machines/account-management/account-rules.ts';
import { TagLine } from '#src/ui/tag-line.tsx';

/** The roles of somebody; those that find no room are named on hover. */
export function RoleTags({ roles }: { roles: AccountRow['roles'] }) {
  return <TagLine tags={roles.map(({ id, label }) => ({ key: id, text: label }))} />;
}
