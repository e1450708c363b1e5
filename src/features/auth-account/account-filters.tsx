import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { adAccountList } from '#machines/auth-account/ad-account-management.machine.ts';
import type { AdAccountFilters } from '#machines/auth-account/ad-account-rules.ts';
import type { currencyChoice } from '#machines/parts/assets/asset-pickers.machine.ts';
import { DASH } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { accountStatuses, useAccountStatusText } from '#src/parts/assets/index.ts';
import { useWanted } from '#src/ui/form/use-wanted.ts';
import { ChoiceFilter, FilterLine, KeywordFilter, SeveralFilter } from '#src/ui/list/filter-line.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { type PickerActor, usePicker } from '#src/ui/pick/use-picker.ts';

export interface AccountFilterProps {
  list: ActorRefFrom<typeof adAccountList>;
  persons: PickerActor;
  staff: PickerActor;
  currencies: ActorRefFrom<typeof currencyChoice>;
}

type Name = keyof AdAccountFilters;
/** Folded away behind "more". */
const FOLDED: readonly Name[] = ['channel', 'biz', 'currency', 'assignee_user_id', 'unassigned', 'spent_7d'];
const idsOf = (id: number | undefined) => (id === undefined ? [] : [id]);

export function AccountFilterLine({ list, persons, staff, currencies }: AccountFilterProps) {
  const t = useText();
  const locale = useLocaleName();
  const { statusText } = useAccountStatusText();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const { nameOf: staffName } = usePicker(staff, { chosen: idsOf(filters.assignee_user_id) });
  const { nameOf: personName } = usePicker(persons, { chosen: idsOf(filters.personal_account_id) });
  const { options: known, control } = useOptions(currencies);
  useWanted(currencies, filters.currency !== undefined);
  const change = (changes: AdAccountFilters) => list.send({ type: 'list.filtersChanged', changes });

  const options = {
    channel: (['meta', 'tiktok'] as const).map((value) => ({ value, label: t(`persons.channel.${value}`) })),
    account_status: accountStatuses.map((value) => ({ value, label: statusText(value) })),
    deliverable: (['yes', 'no'] as const).map((value) => ({ value, label: t(`adaccount.deliverable.${value}`) })),
    biz: (['dj', 'ec'] as const).map((value) => ({ value, label: t(`persons.biz.${value}`) })),
    currency: known.map(({ value, label_zh, label_en }) => ({ value, label: value, note: locale === 'en' ? label_en : label_zh })),
    unassigned: [{ value: 'yes' as const, label: t('adaccount.unassigned.yes') }],
    spent: [{ value: 'yes' as const, label: t('adaccount.spent7d.yes') }],
  };
  const delivers = filters.deliverable === undefined ? undefined : filters.deliverable ? ('yes' as const) : ('no' as const);
  const said: Record<Name, { label: string; value: string | undefined }> = {
    keyword: { label: t('adaccount.keyword'), value: filters.keyword },
    account_status: { label: t('adaccount.account_status'), value: filters.account_status?.map(statusText).join('、') },
    deliverable: { label: t('adaccount.deliverable'), value: delivers && t(`adaccount.deliverable.${delivers}`) },
    personal_account_id: { label: t('adaccount.personal_account'), value: personName(filters.personal_account_id) },
    channel: { label: t('persons.channel'), value: filters.channel && t(`persons.channel.${filters.channel}`) },
    biz: { label: t('persons.biz'), value: filters.biz && t(`persons.biz.${filters.biz}`) },
    currency: { label: t('adaccount.currency'), value: filters.currency },
    assignee_user_id: { label: t('adaccount.assignees'), value: staffName(filters.assignee_user_id) },
    unassigned: { label: t('adaccount.unassigned'), value: t('adaccount.unassigned.yes') },
    spent_7d: { label: t('adaccount.spent7d'), value: t('adaccount.spent7d.yes') },
  };
  const active = (Object.keys(said) as Name[]).filter((name) => filters[name] !== undefined);
  return (
    <FilterLine
      activeFilters={active.map((name) => ({
        key: name,
        text: `${said[name].label}: ${said[name].value || DASH}`,
        onRemove: () => change({ [name]: undefined }),
      }))}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
      moreActive={active.filter((name) => FOLDED.includes(name)).length}
      more={
        <>
          <ChoiceFilter
            label={said.channel.label}
            value={filters.channel}
            options={options.channel}
            onChange={(channel) => change({ channel })}
          />
          <ChoiceFilter label={said.biz.label} value={filters.biz} options={options.biz} onChange={(biz) => change({ biz })} />
          <ChoiceFilter
            label={said.currency.label}
            value={filters.currency}
            options={options.currency}
            {...control}
            onChange={(currency) => change({ currency })}
          />
          <PickerFilter
            label={said.assignee_user_id.label}
            value={filters.assignee_user_id}
            onChange={(assignee_user_id) => change({ assignee_user_id })}
            picker={staff}
          />
          <ChoiceFilter
            label={said.unassigned.label}
            value={filters.unassigned && 'yes'}
            options={options.unassigned}
            onChange={(yes) => change({ unassigned: yes && true })}
          />
          <ChoiceFilter
            label={said.spent_7d.label}
            value={filters.spent_7d && 'yes'}
            options={options.spent}
            onChange={(yes) => change({ spent_7d: yes && true })}
          />
        </>
      }
    >
      <KeywordFilter label={said.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <SeveralFilter
        label={said.account_status.label}
        value={filters.account_status}
        options={options.account_status}
        onChange={(account_status) => change({ account_status })}
      />
      <ChoiceFilter
        label={said.deliverable.label}
        value={delivers}
        options={options.deliverable}
        onChange={(one) => change({ deliverable: one === undefined ? undefined : one === 'yes' })}
      />
      <PickerFilter
        label={said.personal_account_id.label}
        value={filters.personal_account_id}
        onChange={(personal_account_id) => change({ personal_account_id })}
        picker={persons}
      />
    </FilterLine>
  );
}
