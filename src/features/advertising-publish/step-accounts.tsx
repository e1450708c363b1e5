import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { budgetModeWords, objectiveWords } from '#contracts/vocabulary/schemes.ts';
import type { AccountChoice } from '#machines/advertising-publish/publish-parts.machine.ts';
import { MAX_ACCOUNTS } from '#machines/advertising-publish/publish-values.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { Field } from '#src/ui/form/field.tsx';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ErrorBlock, Remark, Spinner } from '#src/ui/page/block.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { AccountGroupChoice } from './account-groups.tsx';
import type { Wizard, WizardParts } from './use-wizard.ts';

const ACCOUNTS = '/auth/account';

interface Props {
  form: Wizard;
  parts: Pick<WizardParts, 'schemes' | 'accounts' | 'groups'>;
}

/** The scheme and the ad accounts. */
export function AccountsStep({ form, parts: { schemes, accounts, groups } }: Props) {
  const t = useText();
  return (
    <>
      <FormSection title={t('publish.step.accounts')}>
        <PickerField label={t('publish.sum.scheme')} picker={schemes} {...form.field('scheme_id')} required />
        <SchemeFacts form={form} />
        <PassedCreatives form={form} />
      </FormSection>
      <AccountsField form={form} accounts={accounts} groups={groups} />
    </>
  );
}

/** The chosen scheme in one line, and whether there is a newer version. */
function SchemeFacts({ form: { scheme, isSchemeLoading, schemeFailure, retryScheme, change } }: Pick<Props, 'form'>) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  if (schemeFailure) return <ErrorBlock message={schemeFailure.message} traceId={schemeFailure.traceId} onRetry={retryScheme} />;
  if (isSchemeLoading) return <Spinner />;
  if (!scheme) return null;
  const { goal, money, structure, audience } = scheme.body;
  const facts = [
    w(objectiveWords[goal.objective]),
    `${format.money(money.budget_usd, 'USD')} · ${w(budgetModeWords[money.budget_mode])} · ${t(`publish.budgetLevelShort.${money.budget_level}`)}`,
    t('publish.structureShort', {
      campaigns: structure.campaigns_per_account ?? DASH,
      groups: structure.groups_per_campaign ?? DASH,
      ads: structure.ads_per_group ?? DASH,
    }),
    audience.countries.join(' ') || DASH,
  ];
  return (
    <>
      <p className="ads-publish-said">
        v{scheme.shown_version} · {facts.join(' · ')}
      </p>
      {scheme.current_version > scheme.shown_version && (
        <Remark kind="info" title={t('publish.newerVersion', { version: scheme.current_version })}>
          <button type="button" className="ads-link-button" onClick={() => change({ scheme_version: scheme.current_version })}>
            {t('publish.takeNewer')}
          </button>
        </Remark>
      )}
    </>
  );
}

/** Creatives passed by another page arrive before a scheme is chosen, and only a scheme of their kind accepts them. */
function PassedCreatives({ form: { values, scheme, isSchemeLoading } }: Pick<Props, 'form'>) {
  const t = useText();
  if (isSchemeLoading) return null;
  const posts = values.post_ids.length;
  const materials = values.material_ids.length;
  return (
    <>
      {posts > 0 && !(scheme && values.source === 'post') && (
        <Remark kind={scheme ? 'warn' : 'info'} title={t(scheme ? 'publish.postsUnused' : 'publish.postsBrought', { count: posts })} />
      )}
      {materials > 0 && (!scheme || values.source === 'post') && (
        <Remark
          kind={scheme ? 'warn' : 'info'}
          title={t(scheme ? 'publish.materialsUnused' : `publish.materialsBrought.${values.biz || 'dj'}`, { count: materials })}
        />
      )}
    </>
  );
}

function AccountsField({ form, accounts, groups }: { form: Wizard } & Pick<WizardParts, 'accounts' | 'groups'>) {
  const t = useText();
  const format = useFormat();
  const { canOpen } = useViewer();
  const keyword = useSelector(accounts, (state) => state.context.query.filters.keyword);
  const { table, pager } = useList(accounts);
  const { value, onChange, fault } = form.field('ad_account_ids');
  const columns = useMemo(
    (): Column<AccountChoice>[] => [
      {
        key: 'label',
        title: t('publish.account.name'),
        frozen: true,
        width: 200,
        render: ({ label, sub }) => <NameText text={label} note={sub} />,
      },
      { key: 'currency', title: t('publish.account.currency'), width: 88, render: ({ currency }) => currency },
      { key: 'timezone', title: t('publish.account.timezone'), width: 192, render: ({ timezone_name }) => timezone_name },
      {
        key: 'status',
        title: t('publish.account.status'),
        render: ({ disabled }) => (
          <StatusTag kind={disabled ? 'error' : 'ok'} text={disabled ?? t('publish.account.usable')} hint={disabled} />
        ),
      },
      {
        key: 'cap_left',
        title: t('publish.account.capLeft'),
        width: 136,
        align: 'right',
        render: ({ cap_left, currency }) => (cap_left === null ? DASH : format.money(cap_left, currency)),
      },
      {
        key: 'ads_running',
        title: t('publish.account.adsRunning'),
        width: 96,
        align: 'right',
        render: ({ ads_running }) => format.number(ads_running),
      },
    ],
    [t, format],
  );
  const rows = table.rows;
  const isNoneUsable = keyword === undefined && rows !== undefined && rows.every(({ disabled }) => disabled !== undefined);
  return (
    <Field label={t('publish.accounts')} group isChosen fault={fault} note={`${value.length} / ${MAX_ACCOUNTS}`} required>
      {() => (
        <>
          <div className="ads-publish-search">
            <KeywordFilter
              label={t('publish.account.search')}
              value={keyword}
              shortcut={false}
              onCommit={(typed) => accounts.send({ type: 'list.filtersChanged', changes: { keyword: typed } })}
            />
            <AccountGroupChoice groups={groups} chosen={value} onChoose={onChange} />
          </div>
          {isNoneUsable && (
            <p role="status">
              {t('publish.noAccount')} {canOpen(ACCOUNTS) && <Link to={ACCOUNTS}>{t('publish.toAccounts')}</Link>}
            </p>
          )}
          <div className="ads-publish-table">
            <DataTable
              {...table}
              label={t('publish.accounts')}
              columns={columns}
              rowKey={({ id }) => id}
              rowName={({ label }) => label}
              chosen={value}
              onChoose={onChange}
              canChoose={({ disabled }) => disabled === undefined}
              onResetFilters={
                keyword === undefined ? undefined : () => accounts.send({ type: 'list.filtersChanged', changes: { keyword: undefined } })
              }
            />
          </div>
          {(pager.total ?? 0) > pager.pageSize && <Pager {...pager} />}
        </>
      )}
    </Field>
  );
}
