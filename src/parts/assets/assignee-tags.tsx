import { useText } from '#src/locale/text-provider.tsx';
import { TagLine } from '#src/ui/text/tag-line.tsx';

/** An assignee of an asset: a user, or a department including its subtree. */
export interface AssigneeTag {
  kind: 'user' | 'department';
  id: number;
  label: string;
}

interface Props {
  assignees: readonly AssigneeTag[];
  /** The responsible user, where there is one. */
  primaryId?: number | undefined;
  /** Number of shown tags; the others are named on hover. */
  shown?: number;
}

/** The assignees of an asset. */
export function AssigneeTags({ assignees, primaryId, shown }: Props) {
  const t = useText();
  const toHint = ({ kind, id }: AssigneeTag) => {
    if (kind === 'department') return t('assets.assignee.department');
    return id === primaryId ? t('assets.assignee.primary') : undefined;
  };
  const tags = assignees.map((one) => {
    const text = one.kind === 'department' ? t('assets.assignee.departmentName', { name: one.label }) : one.label;
    return { key: `${one.kind} ${one.id}`, text, hint: [text, toHint(one)].filter(Boolean).join(' · ') };
  });
  return <TagLine tags={tags} shown={shown} empty={<span className="ads-quiet">{t('assets.assignee.nobody')}</span>} />;
}
