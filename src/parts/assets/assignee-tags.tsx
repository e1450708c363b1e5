import { useText } from '#src/locale/text-provider.tsx';
import { TagLine } from '#src/ui/text/tag-line.tsx';

/** Whom an asset is assigned to: a person, or a department with all below it. */
export interface AssigneeTag {
  kind: 'user' | 'department';
  id: number;
  label: string;
}

interface Props {
  assignees: readonly AssigneeTag[];
  /** Who answers for it, where somebody does. */
  primaryId?: number | undefined;
  /** How many have room; the others are named on hover. */
  shown?: number;
}

/** Who may use an asset. */
export function AssigneeTags({ assignees, primaryId, shown }: Props) {
  const t = useText();
  const hintOf = ({ kind, id }: AssigneeTag) => {
    if (kind === 'department') return t('assets.assignee.department');
    return id === primaryId ? t('assets.assignee.primary') : undefined;
  };
  const tags = assignees.map((one) => {
    const text = one.kind === 'department' ? t('assets.assignee.departmentName', { name: one.label }) : one.label;
    return { key: `${one.kind} ${one.id}`, text, hint: [text, hintOf(one)].filter(Boolean).join(' · ') };
  });
  return <TagLine tags={tags} shown={shown} empty={<span className="ads-quiet">{t('assets.assignee.nobody')}</span>} />;
}
