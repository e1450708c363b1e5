import { useSelector } from '@xstate/react';
import { objectives } from '#contracts/rules/scheme-body.ts';
import type { SchemeManagement } from '#machines/advertising-publish/scheme-management.machine.ts';
import { bizLines, channels, type SchemeFilters, schemeStatuses, schemeVisibilities } from '#machines/advertising-publish/scheme-rules.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';

type Parts = ReturnType<SchemeManagement['getSnapshot']>['children'];
type Props = { [Name in 'list' | 'owners']: NonNullable<Parts[Name]> };

const MORE: readonly (keyof SchemeFilters)[] = ['owner_user_id', 'visibility', 'objective'];

export function SchemeFilterLine({ list, owners }: Props) {
  const t = useText();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const { owner_user_id } = filters;
  const owner = usePicker(owners, { chosen: owner_user_id === undefined ? [] : [owner_user_id] });
  const change = (changes: SchemeFilters) => list.send({ type: 'list.filtersChanged', changes });

  const options = {
    biz: bizLines.map((value) => ({ value, label: t(`publish.biz.${value}`) })),
    channel: channels.map((value) => ({ value, label: t(`publish.channel.${value}`) })),
    status: schemeStatuses.map((value) => ({ value, label: t(`publish.status.${value}`) })),
    visibility: schemeVisibilities.map((value) => ({ value, label: t(`publish.visibility.${value}`) })),
    objective: objectives.map((value) => ({ value, label: t(`publish.objective.${value}`) })),
  };
  const labelOf = (name: keyof typeof options) => options[name].find(({ value }) => value === filters[name])?.label;
  const said: Record<keyof SchemeFilters, { label: string; text: string | undefined }> = {
    keyword: { label: t('publish.keyword'), text: filters.keyword },
    biz: { label: t('publish.scheme.biz'), text: labelOf('biz') },
    channel: { label: t('publish.scheme.channel'), text: labelOf('channel') },
    status: { label: t('publish.scheme.status'), text: labelOf('status') },
    owner_user_id: { label: t('publish.scheme.owner'), text: owner.nameOf(owner_user_id) },
    visibility: { label: t('publish.scheme.visibility'), text: labelOf('visibility') },
    objective: { label: t('publish.scheme.objective'), text: labelOf('objective') },
  };
  const active = (Object.keys(said) as (keyof SchemeFilters)[]).filter((name) => filters[name] !== undefined);

  return (
    <FilterLine
      activeFilters={active.map((name) => ({
        key: name,
        text: `${said[name].label}: ${said[name].text ?? DASH}`,
        onRemove: () => change({ [name]: undefined }),
      }))}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
      moreActive={active.filter((name) => MORE.includes(name)).length}
      more={
        <>
          <PickerFilter
            label={said.owner_user_id.label}
            picker={owners}
            value={owner_user_id}
            onChange={(chosen) => change({ owner_user_id: chosen })}
          />
          <ChoiceFilter
            label={said.visibility.label}
            value={filters.visibility}
            options={options.visibility}
            onChange={(visibility) => change({ visibility })}
          />
          <ChoiceFilter
            label={said.objective.label}
            value={filters.objective}
            options={options.objective}
            onChange={(objective) => change({ objective })}
          />
        </>
      }
    >
      <KeywordFilter label={said.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <ChoiceFilter label={said.biz.label} value={filters.biz} options={options.biz} onChange={(biz) => change({ biz })} />
      <ChoiceFilter
        label={said.channel.label}
        value={filters.channel}
        options={options.channel}
        onChange={(channel) => change({ channel })}
      />
      <ChoiceFilter label={said.status.label} value={filters.status} options={options.status} onChange={(status) => change({ status })} />
    </FilterLine>
  );
}
