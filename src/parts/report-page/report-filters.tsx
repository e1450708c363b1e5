import { type ReactNode, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ReportDeclaration, ReportFilter } from '#contracts/reports/report.ts';
import { MOST_GROUPS } from '#machines/kernel/report/report-query.ts';
import type { reportWords } from '#machines/parts/reports/report-page.machine.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DateRangeFilter } from '#src/ui/date/date-range-filter.tsx';
import { useWanted } from '#src/ui/form/use-wanted.ts';
import { type ActiveFilter, ChoiceFilter, SeveralFilter } from '#src/ui/list/filter-line.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';

type Values = Readonly<Record<string, unknown>>;

interface Props {
  declared: Readonly<Record<string, ReportFilter>>;
  words: ActorRefFrom<typeof reportWords>;
  values: Values;
  onChange: (changes: Values) => void;
}

const FROM = '_from';
/** Years of going online. */
const DAYS_MOST = 36_500;

const listIn = (values: Values, name: string): string[] | undefined => {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : undefined;
};
const textIn = (values: Values, name: string): string => String(values[name] ?? '');

/** The filters that a report declares: a control for each behind "more", and a chip for each that is in use. */
export function useReportFilters({ declared, words, values, onChange }: Props) {
  const t = useText();
  const w = useWords();
  const locale = useLocaleName();
  const { options, control } = useOptions(words);
  const isWanted = Object.entries(declared).some(([name, { kind }]) => kind === 'codes' && values[name] !== undefined);
  useWanted(words, isWanted);
  const lists = useMemo(() => {
    const of = (dictionary: 'languages' | 'genres') =>
      options
        .filter((entry) => entry.of === dictionary)
        .map(({ value, label_zh, label_en }) => ({ value, label: locale === 'en' ? label_en : label_zh }));
    return { languages: of('languages'), genres: of('genres') };
  }, [options, locale]);
  const labelOf = (name: string) => t(`reports.filter.${name}` as MessageId);
  const controls: ReactNode[] = [];
  const chips: ActiveFilter[] = [];
  for (const [name, filter] of Object.entries(declared)) {
    if (filter.kind === 'day') {
      if (!name.endsWith(FROM)) continue;
      // Two of them are one range.
      const stem = name.slice(0, -FROM.length);
      const [from, to] = [textIn(values, name), textIn(values, `${stem}_to`)];
      const label = labelOf(stem);
      controls.push(
        <DateRangeFilter
          key={name}
          label={label}
          value={from && to ? { from, to } : undefined}
          maxDays={DAYS_MOST}
          onChange={(range) => onChange({ [name]: range.from, [`${stem}_to`]: range.to })}
        />,
      );
      if (from || to)
        chips.push({
          key: stem,
          text: `${label}: ${from} ~ ${to}`,
          onRemove: () => onChange({ [name]: undefined, [`${stem}_to`]: undefined }),
        });
      continue;
    }
    const list =
      filter.kind === 'codes'
        ? lists[filter.dictionary]
        : filter.values.map((value) => ({ value, label: w(filter.valueWords[value] ?? { zh: value, en: value }) }));
    const chosen = listIn(values, name);
    controls.push(
      <SeveralFilter
        key={name}
        label={labelOf(name)}
        value={chosen}
        options={list}
        {...(filter.kind === 'codes' && control)}
        onChange={(next) => onChange({ [name]: next })}
      />,
    );
    if (chosen) {
      const said = chosen.map((value) => list.find((one) => one.value === value)?.label ?? value).join(', ');
      chips.push({ key: name, text: `${labelOf(name)}: ${said}`, onRemove: () => onChange({ [name]: undefined }) });
    }
  }
  return { controls, chips };
}

interface GroupsProps {
  declared: Pick<ReportDeclaration, 'groupBy'>;
  groupBy: readonly string[];
  titleOf: (dimension: string) => string;
  onChoose: (groupBy: string[]) => void;
}

/** By what the rows are divided, and what each of them unfolds into, in this order. */
export function ReportGroups({ declared, groupBy, titleOf, onChoose }: GroupsProps) {
  const t = useText();
  const places = Math.min(groupBy.length + 1, MOST_GROUPS);
  return Array.from({ length: places }, (_, at) => (
    <ChoiceFilter
      key={groupBy[at] ?? 'next'}
      label={t(at === 0 ? 'reports.groupBy' : 'reports.thenBy')}
      value={groupBy[at]}
      placeholder={t('reports.noGroup')}
      width={at === 0 ? 184 : 172}
      options={declared.groupBy
        .filter((key) => key === groupBy[at] || !groupBy.includes(key))
        .map((key) => ({ value: key, label: titleOf(key) }))}
      onChange={(key) => onChoose([...groupBy.slice(0, at), ...(key === undefined ? [] : [key]), ...groupBy.slice(at + 1)])}
    />
  ));
}
