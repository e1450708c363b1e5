import type { SchemeManagement } from '#machines/advertising-publish/scheme-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { SwitchField } from '#src/ui/pick/choice-fields.tsx';

type Parts = ReturnType<SchemeManagement['getSnapshot']>['children'];
type Child<Name extends keyof Parts> = NonNullable<Parts[Name]>;

interface Props {
  list: Child<'list'>;
  opening: Child<'opening'>;
  copy: Child<'copy'>;
  schemeSwitch: Child<'schemeSwitch'>;
  deletion: Child<'deletion'>;
}

/** Questions before a scheme is disabled, deleted or copied, and failures of actions without a question. */
export function SchemeDialogs({ list, opening, copy, schemeSwitch, deletion }: Props) {
  return (
    <>
      <OpeningFailure opening={opening} />
      <SwitchDialog list={list} schemeSwitch={schemeSwitch} />
      <DeletionDialog deletion={deletion} />
      <CopyDialog copy={copy} />
    </>
  );
}

/** A scheme that could not be loaded for editing can be retried or dismissed. */
function OpeningFailure({ opening }: Pick<Props, 'opening'>) {
  const t = useText();
  const { subject, failure, dialog } = useCommand(opening);
  if (!subject) return null;
  return (
    <ConfirmDialog
      {...dialog}
      open={failure !== undefined}
      title={t('publish.openFailed', { name: subject.name })}
      confirmText={t('ui.retry')}
    />
  );
}

function SwitchDialog({ list, schemeSwitch }: Pick<Props, 'list' | 'schemeSwitch'>) {
  const t = useText();
  const { subject, open, failure, dialog } = useCommand(schemeSwitch, ({ row, status }) =>
    t(status === 'enabled' ? 'publish.enableTitle' : 'publish.disableTitle', { name: row.name }),
  );
  if (!subject) return null;
  const on = subject.status === 'enabled';
  const { name } = subject.row;
  const cancel = () => {
    dialog.onCancel();
    // A refusal may be based on an outdated row.
    if (failure) list.send({ type: 'list.refreshRequested' });
  };
  return (
    <ConfirmDialog
      {...dialog}
      open={open && !(on && !failure)}
      danger={!on}
      title={t(on ? 'publish.enableTitle' : 'publish.disableTitle', { name })}
      text={t(on ? 'publish.enableText' : 'publish.disableText')}
      confirmText={t(on ? 'publish.enableButton' : 'publish.disableButton')}
      onCancel={cancel}
    />
  );
}

function DeletionDialog({ deletion }: Pick<Props, 'deletion'>) {
  const t = useText();
  const { subject, dialog } = useCommand(deletion, (scheme) => t('publish.deleteTitle', { name: scheme.name }));
  if (!subject) return null;
  const { name, publish_count: count } = subject;
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('publish.deleteTitle', { name })}
      text={t('publish.deleteText', { count })}
      confirmText={t('publish.delete')}
      typed={{ expected: name, label: t('publish.deleteTyped', { name }) }}
    />
  );
}

function CopyDialog({ copy }: Pick<Props, 'copy'>) {
  const t = useText();
  const { subject, open, busy, field, dialog } = useForm(copy);
  if (!open || !subject) return null;
  return (
    <ConfirmDialog
      {...dialog}
      title={t('publish.copyTitle', { name: subject.name })}
      text={t('publish.copyText')}
      confirmText={t('publish.copyButton')}
    >
      <TextField label={t('publish.scheme.name')} {...field('name')} disabled={busy} required autoFocus />
      {!subject.isUnfinished && (
        <SwitchField
          label={t('publish.enable')}
          {...field('enable')}
          words={{ on: t('publish.enableOn'), isDisabled: t('publish.enableOff') }}
        />
      )}
    </ConfirmDialog>
  );
}
