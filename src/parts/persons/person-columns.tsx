import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { channelWords } from '#contracts/vocabulary/channels.ts';
import { holderColumnWords, personalColumnWords } from '#contracts/vocabulary/personal-accounts.ts';
import type { PersonManagement } from '#machines/parts/persons/person-management.machine.ts';
import { type PersonPermit, type PersonRow, personDraft } from '#machines/parts/persons/person-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { AssigneeTags, ExpiryText, openAssignDialog, PersonalStatusTag } from '../assets/index.ts';
import { createRepeatDraft } from './authorise-draft.ts';
import { ScopeTags } from './scope-tags.tsx';

type Usage = 'self' | 'host';

/** Actions of one row. */
function useRowActions(page: PersonManagement, usage: Usage) {
  const t = useText();
  const { form, batch, assigning, authorising, statusChange, deletion, history } = useSelector(page, (state) => state.children);
  return useMemo(() => {
    const refusalOf = (row: PersonRow, permit: PersonPermit) => (row.can.includes(permit) ? undefined : t('persons.notPermitted'));
    const order = (action: 'check' | 'sync', row: PersonRow) =>
      batch?.send({
        type: 'batch.opened',
        subject: { kind: 'rows', ids: [row.id], name: row.name },
        params: { action },
        key: newRequestKey(),
      });
    const edit = (row: PersonRow) => form?.send({ type: 'form.opened', draft: personDraft(row, usage) });
    const actionsOf = (row: PersonRow) => [
      { key: 'check', text: t('persons.check'), refusal: refusalOf(row, 'check'), onRun: () => order('check', row) },
      {
        key: 'again',
        text: t('persons.again'),
        refusal: refusalOf(row, 'reauthorise'),
        onRun: () => authorising?.send({ type: 'authorising.opened', draft: createRepeatDraft(row, usage) }),
      },
      { key: 'sync', text: t('persons.sync'), refusal: refusalOf(row, 'sync'), onRun: () => order('sync', row) },
      {
        key: 'assign',
        text: t('persons.assign'),
        refusal: refusalOf(row, 'assign'),
        onRun: () => assigning && openAssignDialog(assigning, 'personal_account', [row.id]),
      },
      { key: 'edit', text: t('persons.edit'), refusal: refusalOf(row, 'edit'), onRun: () => edit(row) },
      row.status === 'disabled'
        ? {
            key: 'enable',
            text: t('persons.enable'),
            refusal: refusalOf(row, 'set_status'),
            onRun: () => statusChange?.send({ type: 'command.requested', subject: { row, status: 'enabled' } }),
          }
        : {
            key: 'disable',
            text: t('persons.disable'),
            refusal: refusalOf(row, 'set_status'),
            onRun: () => statusChange?.send({ type: 'command.requested', subject: { row, status: 'disabled' } }),
          },
      {
        key: 'history',
        text: t('persons.history'),
        onRun: () => history?.send({ type: 'detail.opened', subject: { asset_type: 'personal_account', id: row.id, name: row.name } }),
      },
      {
        key: 'delete',
        text: t('persons.delete'),
        danger: true,
        refusal: refusalOf(row, 'delete'),
        onRun: () => deletion?.send({ type: 'command.requested', subject: row }),
      },
    ];
    return actionsOf;
  }, [t, usage, form, batch, assigning, authorising, statusChange, deletion, history]);
}

export function usePersonColumns(page: PersonManagement, usage: Usage, open: (row: PersonRow) => void) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const actionsOf = useRowActions(page, usage);
  return useMemo((): Column<PersonRow>[] => {
    const count = (key: 'accounts' | 'homepages' | 'pixels' | 'running' | 'blocked', page?: string): Column<PersonRow> => ({
      key,
      title: w(personalColumnWords[key]),
      width: 88,
      align: 'right',
      render: (row) => format.number(row[key]),
      ...(page && { leadsTo: (row) => (row[key] > 0 ? `${page}?personal_account_id=${row.id}` : undefined) }),
    });
    const instant = (key: 'data_access_expires_at' | 'last_checked_at', more: Partial<Column<PersonRow>> = {}): Column<PersonRow> => ({
      key,
      title: w(personalColumnWords[key]),
      width: 152,
      ...more,
      render: (row) => format.instant(row[key]),
    });
    const hosted: Column<PersonRow>[] = [
      {
        key: 'holder_name',
        title: w(holderColumnWords.holder_name),
        width: 120,
        render: (row) => <NameText text={row.holder_name ?? DASH} />,
      },
      {
        key: 'contact',
        title: w(holderColumnWords.contact),
        width: 136,
        defaultHidden: true,
        render: (row) => <NameText text={row.contact ?? DASH} />,
      },
      { key: 'consent_at', title: w(holderColumnWords.consent_at), width: 152, render: (row) => format.instant(row.consent_at ?? null) },
      {
        key: 'hosted_accounts',
        title: w(holderColumnWords.hosted_accounts),
        width: 104,
        align: 'right',
        render: (row) => format.number(row.hosted_accounts ?? 0),
        ...(viewer.canOpen('/operation/account') && {
          leadsTo: ({ name, holder_name, hosted_accounts = 0 }: PersonRow) =>
            hosted_accounts > 0 ? `/operation/account?keyword=${encodeURIComponent(holder_name ?? name)}` : undefined,
        }),
      },
    ];
    return [
      {
        key: 'name',
        title: w(personalColumnWords.name),
        width: 160,
        frozen: true,
        sortable: true,
        render: (row) => <NameText text={row.name} onOpen={() => open(row)} />,
      },
      {
        key: 'platform_user_id',
        title: w(personalColumnWords.platform_user_id),
        width: 192,
        render: (row) => <CopyText text={row.platform_user_id} label={w(personalColumnWords.platform_user_id)} />,
      },
      {
        key: 'channel',
        title: w(personalColumnWords.channel),
        width: 88,
        defaultHidden: true,
        render: (row) => <PlainTag text={w(channelWords[row.channel])} />,
      },
      {
        key: 'status',
        title: w(personalColumnWords.status),
        width: 104,
        sortable: true,
        render: (row) => <PersonalStatusTag status={row.status} isHeld={typeof row.held_since === 'string'} />,
      },
      {
        key: 'token_expires_at',
        title: w(personalColumnWords.token_expires_at),
        width: 152,
        sortable: true,
        render: (row) => <ExpiryText at={row.token_expires_at} />,
      },
      instant('data_access_expires_at', { defaultHidden: true }),
      {
        key: 'missing_scopes',
        title: w(personalColumnWords.missing_scopes),
        width: 208,
        render: (row) => <ScopeTags scopes={row.missing_scopes} />,
      },
      count('accounts', '/auth/account'),
      count('homepages', '/auth/homepage'),
      count('pixels', '/auth/pixel'),
      count('running'),
      { ...count('blocked'), hint: t('persons.blockedHint') },
      ...(usage === 'host' ? hosted : []),
      { key: 'owner', title: w(personalColumnWords.owner), width: 104, render: (row) => <NameText text={row.owner.label} /> },
      {
        key: 'assignees',
        title: w(personalColumnWords.assignees),
        width: 184,
        render: (row) => <AssigneeTags assignees={row.assignees} />,
      },
      instant('last_checked_at'),
      {
        key: 'last_error',
        title: w(personalColumnWords.last_error),
        width: 200,
        render: (row) => row.last_error && <NameText text={row.last_error} />,
      },
      {
        key: 'remark',
        title: w(personalColumnWords.remark),
        width: 200,
        defaultHidden: true,
        render: (row) => <NameText text={row.remark ?? ''} />,
      },
      {
        key: 'do',
        title: t('persons.do'),
        width: 220,
        frozen: 'right',
        render: (row) => <RowActions subject={row.name} inline={2} actions={actionsOf(row)} />,
      },
    ];
  }, [t, w, format, viewer, usage, actionsOf, open]);
}
