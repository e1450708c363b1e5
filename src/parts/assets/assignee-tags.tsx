import { useText } from '#src/locale/text-provider.tsx';
import { PlainTag } from '#src/ui/status-tag.tsx';

/** Whom an asset is assigned to: a person, or a department with all below it. */
export interface AssigneeTag {
  kind: 'user' | 'department';
  id: number;
  label: string;
}

/** As many as stand in one line of a row. */
const SHOWN = 2;

interface Props {
  assignees: readonly AssigneeTag[];
  /** Who answers for it, where somebody does. */
  primaryId?: number | undefined;
  /** How many have room; the others are named on hover. */
  shown?: number;
}

/** Who may use an asset. */
export function AssigneeTags({ assignees, primaryId, shown = SHOWN }: Props) {
  const t = useText();
  const rest = assignees.slice(shown);
  const hintOf = ({ kind, id }: AssigneeTag) => {
    if (kind === 'department') return t('assets.assignee.department');
    return id === primaryId ? t('assets.assignee.primary') : undefined;
  };
  if (assignees.length === 0) return <span className="ads-quiet">{t('assets.assignee.nobody')}</span>;
  return (
    <>
      {assignees.slice(0, shown).map((one) => (
        <PlainTag
          key={`${one.kind} ${one.id}`}
          text={one.kind === 'department' ? t('assets.assignee.departmentName', { name: one.label }) : one.label}
          hint={hintOf(one)}
        />
      ))}
      {rest.length > 0 && <PlainTag text={`+${rest.length}`} hint={rest.map(({ label }) => label).join(', ')} />}
    </>
  );
}
