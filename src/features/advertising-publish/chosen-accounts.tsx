import { useMemo, useState } from 'react';
import type { AccountChoice } from '#machines/advertising-publish/publish-parts.machine.ts';
import { type AccountOverride, changeOverride, overrideBudgetFault, overridesOf } from '#machines/advertising-publish/publish-values.ts';
import { toMinor } from '#machines/kernel/form/money.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import type { Wizard, WizardParts } from './use-wizard.ts';

interface Props extends Pick<WizardParts, 'chosen' | 'sharing' | 'homepages' | 'pixels'> {
  form: Wizard;
}

/** The chosen accounts: whether each may use the pixel, and what it uses instead of the common page, pixel and budget. */
export function ChosenAccounts({ form, chosen, sharing, homepages, pixels }: Props) {
  const t = useText();
  const format = useFormat();
  const viewer = useViewer();
  const canShare = viewer.can('asset');
  const { values, field } = form;
  const { account_overrides: overrides } = values;
  const { answer, table } = useDetail(chosen);
  const [opened, setOpened] = useState<readonly number[]>([]);
  const own = overridesOf(values);
  const pixel = answer?.find(({ pixel_id }) => pixel_id !== null)?.pixel_id ?? undefined;
  const pixelNames = usePicker(pixels, {
    chosen: [...own.flatMap(({ pixel_id }) => pixel_id ?? []), ...(pixel === undefined ? [] : [pixel])],
  });
  const pageNames = usePicker(homepages, { chosen: own.flatMap(({ homepage_id }) => homepage_id ?? []) });
  const missing = answer?.filter(({ id, pixel_usable }) => pixel_usable === false && overrides[id]?.pixel_id === undefined) ?? [];
  const name = pixelNames.nameOf(pixel);
  const title = name === undefined ? t('publish.sharing') : t('publish.sharingOf', { pixel: name });
  const toggle = (id: number) => setOpened(opened.includes(id) ? opened.filter((one) => one !== id) : [...opened, id]);
  const columns = useMemo((): Column<AccountChoice>[] => {
    const share = (ids: number[], pixel_id: number) =>
      sharing.send({ type: 'batch.opened', subject: { kind: 'rows', ids }, params: { pixel_id }, key: newRequestKey() });
    const same = <span className="ads-quiet">{t('publish.override.same')}</span>;
    return [
      { key: 'label', title: t('publish.account.name'), render: ({ label, sub }) => <NameText text={label} note={sub} /> },
      {
        key: 'homepage',
        title: t('publish.override.homepage'),
        width: 144,
        render: ({ id }) =>
          overrides[id]?.homepage_id === undefined ? same : <NameText text={pageNames.nameOf(overrides[id].homepage_id) ?? ''} />,
      },
      {
        key: 'pixel',
        title: t('publish.account.pixel'),
        width: 176,
        render: ({ id, pixel_usable: usable }) => {
          const ownPixel = overrides[id]?.pixel_id;
          if (ownPixel !== undefined) return <NameText text={pixelNames.nameOf(ownPixel) ?? ''} />;
          return usable === null ? (
            <StatusTag kind="muted" text={t('publish.pixelUnset')} />
          ) : (
            <StatusTag kind={usable ? 'ok' : 'error'} text={t(usable ? 'publish.pixelShared' : 'publish.pixelNotShared')} />
          );
        },
      },
      {
        key: 'budget',
        title: t('publish.override.budget'),
        width: 112,
        align: 'right',
        render: ({ id }) => {
          const budget = overrides[id]?.budget_usd;
          return budget === undefined || Number.isNaN(budget) ? same : format.money(toMinor(budget, 'USD'), 'USD');
        },
      },
      {
        key: 'do',
        title: t('publish.do'),
        width: 120,
        render: ({ id, label, pixel_id, pixel_usable }) =>
          pixel_usable === false &&
          pixel_id !== null &&
          overrides[id]?.pixel_id === undefined && (
            <button
              type="button"
              className="ads-link-button"
              aria-label={`${t('publish.shareNow')} ${label}`}
              aria-disabled={canShare ? undefined : true}
              title={canShare ? undefined : t('publish.cannotShare')}
              onClick={() => canShare && share([id], pixel_id)}
            >
              {t('publish.shareNow')}
            </button>
          ),
      },
    ];
  }, [t, format, sharing, canShare, overrides, pageNames, pixelNames]);
  return (
    <FormSection title={title} note={t('publish.override.note')}>
      {missing.length > 0 && !canShare && <p className="ads-quiet">{t('publish.cannotShare')}</p>}
      {missing.length > 1 && canShare && pixel !== undefined && (
        <p>
          <button
            type="button"
            className="ads-link-button"
            onClick={() =>
              sharing.send({
                type: 'batch.opened',
                subject: { kind: 'rows', ids: missing.map(({ id }) => id) },
                params: { pixel_id: pixel },
                key: newRequestKey(),
              })
            }
          >
            {t('publish.shareAll', { count: missing.length })}
          </button>
        </p>
      )}
      <Field label={t('publish.accounts')} group isChosen fault={field('account_overrides').fault}>
        {() => (
          <div className="ads-publish-table">
            <DataTable
              {...table}
              label={title}
              columns={columns}
              rowKey={({ id }) => id}
              rowName={({ label }) => label}
              expanded={opened}
              onToggle={toggle}
              renderExpanded={(row) => <AccountFields form={form} account={row} {...{ homepages, pixels }} />}
            />
          </div>
        )}
      </Field>
    </FormSection>
  );
}

/** Page, pixel and budget of one account; only what the account can use is offered. */
function AccountFields({ form, account, homepages, pixels }: Pick<Props, 'form' | 'homepages' | 'pixels'> & { account: AccountChoice }) {
  const t = useText();
  const { values, change, scheme } = form;
  const { id, label } = account;
  const own = values.account_overrides[id] ?? {};
  const set = (changes: AccountOverride) => change({ account_overrides: changeOverride(values.account_overrides, id, changes) });
  const budget = scheme?.body.money.budget_usd;
  const fault = overrideBudgetFault(own);
  return (
    <div role="group" aria-label={label} className="ads-publish-three">
      {values.source !== 'post' && (
        <PickerField
          label={t('publish.override.homepage')}
          placeholder={t('publish.override.same')}
          picker={homepages}
          narrowing={{ use: 'ads', ad_account_id: id }}
          value={own.homepage_id}
          onChange={(homepage_id) => set({ homepage_id })}
          clearable
        />
      )}
      <PickerField
        label={t('publish.account.pixel')}
        placeholder={t('publish.override.same')}
        picker={pixels}
        narrowing={{ use: 'ads', ad_account_id: id }}
        value={own.pixel_id}
        onChange={(pixel_id) => set({ pixel_id })}
        clearable
      />
      <NumberField
        label={t('publish.override.budget')}
        unit="USD"
        placeholder={budget ? t('publish.wish.scheme', { text: String(budget / 100) }) : undefined}
        value={own.budget_usd}
        onChange={(budget_usd) => set({ budget_usd })}
        fault={fault}
      />
    </div>
  );
}
