import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type AccountGroups, findAccountGroup } from '#machines/advertising-publish/account-groups.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ChoiceFilter } from '#src/ui/list/filter-line.tsx';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';

interface Props {
  groups: AccountGroups;
  /** The chosen ad accounts. */
  chosen: readonly number[];
  onChoose: (ids: readonly number[]) => void;
}

type Children = ReturnType<AccountGroups['getSnapshot']>['children'];
type Parts = { [Name in keyof Children]-?: NonNullable<Children[Name]> };

/** Saved groups of ad accounts: one is chosen at once, and the chosen accounts become one. */
export function AccountGroupChoice({ groups, ...props }: Props) {
  const { options, form, removal } = useSelector(groups, (state) => state.children);
  if (!options || !form || !removal) return null;
  return <Choice {...props} parts={{ options, form, removal }} />;
}

function Choice({ parts: { options, form, removal }, chosen, onChoose }: Omit<Props, 'groups'> & { parts: Parts }) {
  const t = useText();
  const { options: groups, control } = useOptions(options);
  const { onOpen } = control;
  const group = findAccountGroup(groups, chosen);
  // Whether the chosen accounts are a group is known only with the groups.
  useEffect(onOpen, [onOpen]);
  return (
    <>
      <ChoiceFilter
        label={t('publish.groups')}
        value={group?.name}
        placeholder={t('publish.groups.none')}
        options={groups.map(({ name, ids }) => ({ value: name, label: t('publish.groups.option', { name, count: ids.length }) }))}
        {...control}
        onChange={(name) => onChoose(groups.find((one) => one.name === name)?.ids ?? [])}
      />
      {chosen.length > 0 && group === undefined && (
        <button
          type="button"
          className="ads-link-button"
          onClick={() => form.send({ type: 'form.opened', draft: { values: { name: '' }, subject: { ids: [...chosen] } } })}
        >
          {t('publish.groups.save')}
        </button>
      )}
      {group && (
        <button
          type="button"
          className="ads-link-button"
          onClick={() => removal.send({ type: 'command.requested', subject: { name: group.name } })}
        >
          {t('publish.groups.remove')}
        </button>
      )}
      <SavingDialog form={form} />
      <RemovalDialog removal={removal} />
    </>
  );
}

function SavingDialog({ form }: Pick<Parts, 'form'>) {
  const t = useText();
  const { subject, open, busy, field, dialog } = useForm(form);
  if (!open) return null;
  return (
    <ConfirmDialog
      {...dialog}
      title={t('publish.groups.save')}
      text={t('publish.groups.saveText', { count: subject?.ids.length ?? 0 })}
      confirmText={t('ui.save')}
      done={t('publish.groups.save')}
    >
      <TextField label={t('publish.groups.name')} {...field('name')} disabled={busy} required autoFocus />
    </ConfirmDialog>
  );
}

function RemovalDialog({ removal }: Pick<Parts, 'removal'>) {
  const t = useText();
  const { subject, dialog } = useCommand(removal, ({ name }) => t('publish.groups.removeTitle', { name }));
  if (!subject) return null;
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('publish.groups.removeTitle', { name: subject.name })}
      text={t('publish.groups.removeText')}
      confirmText={t('publish.groups.remove')}
    />
  );
}
