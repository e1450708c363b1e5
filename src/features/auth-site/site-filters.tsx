import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { siteList } from '#machines/auth-site/site-management.machine.ts';
import { SITE_KINDS, type SiteFilters, VERIFY_STATES } from '#machines/auth-site/site-rules.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';

export function SiteFilterLine({ list }: { list: ActorRefFrom<typeof siteList> }) {
  const t = useText();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const change = (changes: SiteFilters) => list.send({ type: 'list.filtersChanged', changes });

  const lines = (['dj', 'ec'] as const).map((value) => ({ value, label: t(`site.biz.${value}`) }));
  const kinds = SITE_KINDS.map((value) => ({ value, label: t(`site.kind.${value}`) }));
  const states = VERIFY_STATES.map((value) => ({ value, label: t(`assets.verify.${value}`) }));
  const statuses = (['on', 'off'] as const).map((value) => ({ value, label: t(`site.status.${value}`) }));

  const words: Record<keyof SiteFilters, { label: string; said: string | undefined }> = {
    keyword: { label: t('site.keyword'), said: filters.keyword },
    biz: { label: t('site.biz'), said: lines.find(({ value }) => value === filters.biz)?.label },
    kind: { label: t('site.kind'), said: kinds.find(({ value }) => value === filters.kind)?.label },
    verify_state: { label: t('site.verifyState'), said: states.find(({ value }) => value === filters.verify_state)?.label },
    status: { label: t('site.status'), said: statuses.find(({ value }) => value === filters.status)?.label },
  };
  const active = (Object.keys(words) as (keyof SiteFilters)[]).filter((name) => filters[name] !== undefined);

  return (
    <FilterLine
      activeFilters={active.map((name) => ({
        key: name,
        text: `${words[name].label}: ${words[name].said ?? DASH}`,
        onRemove: () => change({ [name]: undefined }),
      }))}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
    >
      <KeywordFilter label={words.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <ChoiceFilter label={words.biz.label} value={filters.biz} options={lines} onChange={(biz) => change({ biz })} />
      <ChoiceFilter label={words.kind.label} value={filters.kind} options={kinds} onChange={(kind) => change({ kind })} />
      <ChoiceFilter
        label={words.verify_state.label}
        value={filters.verify_state}
        options={states}
        onChange={(verify_state) => change({ verify_state })}
      />
      <ChoiceFilter label={words.status.label} value={filters.status} options={statuses} onChange={(status) => change({ status })} />
    </FilterLine>
  );
}
