import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { dragPlan, move } from '#machines/sys-department/department-management.machine.ts';
import { type Department, visibilityChanges } from '#machines/sys-department/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';

interface Props {
  plan: ActorRefFrom<typeof dragPlan>;
  move: ActorRefFrom<typeof move>;
  departments: readonly Department[];
}

/** Confirms the changes of a move, and explains why a dragged one is impossible. */
export function MoveDialogs({ plan, move, departments }: Props) {
  const t = useText();
  const dragged = useCommand(plan);
  // The preview loads silently; only a refusal is shown.
  const isRefused = useSelector(plan, (state) => state.matches('refused'));
  const { subject, dialog } = useCommand(move, ({ name }) => t('department.moveTitle', { name }));
  const nameOf = (id: number | undefined) => departments.find((department) => department.id === id)?.name ?? '';
  const changes = subject ? visibilityChanges(subject) : [];
  const from = departments.find(({ id }) => id === subject?.id)?.parent_id;

  return (
    <>
      <ConfirmDialog
        {...dragged.dialog}
        open={isRefused}
        title={t('department.moveRefused', { name: dragged.subject?.name ?? '', parent: nameOf(dragged.subject?.parentId) })}
        text={t('department.stays', { name: dragged.subject?.name ?? '' })}
        confirmText={t('ui.retry')}
      />
      <ConfirmDialog {...dialog} title={t('department.moveTitle', { name: subject?.name ?? '' })} confirmText={t('department.move')}>
        <p>
          {from === subject?.parentId
            ? t('department.moveWithin', { parent: nameOf(subject?.parentId), sort: subject?.sort ?? 0 })
            : t('department.moveText', { name: subject?.name ?? '', parent: nameOf(subject?.parentId) })}
        </p>
        {changes.length === 0 ? (
          <p>{t('department.sightSame')}</p>
        ) : (
          <ul className="ads-sight-changes">
            {changes.map(({ kind, people, leaders }) => (
              <li key={`${kind} ${people}`}>
                <strong>{t(`department.${kind}`, { leaders: leaders.length, people })}</strong>
                <small>{leaders.join(t('department.comma'))}</small>
              </li>
            ))}
          </ul>
        )}
      </ConfirmDialog>
    </>
  );
}
