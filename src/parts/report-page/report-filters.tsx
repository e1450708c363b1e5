import type { ActorRefFrom } from 'xstate';
import type { ReportDeclaration } from '#contracts/reports/report.ts';
import { MAX_GROUPS } from '#machines/kernel/report/report-query.ts';
import type { reportWords } from '#machines/parts/reports/report-page.machine.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { ChoiceFilter } from '#src/ui/list/filter-line.tsx';
import type { ByName, CodeOptions } from '#src/ui/list/vocabulary-filters.tsx';
import { dictionaryOptions } from '#src/ui/pick/pick-options.ts';
import { useOptions } from '#src/ui/pick/use-options.ts';

interface CodesProps {
  declared: ReportDeclaration['filters'];
  filters: object;
  words: ActorRefFrom<typeof reportWords>;
}

/** Options for report filters that hold codes of a dictionary, or of the report itself. */
export function useReportCodes({ declared, filters, words }: CodesProps): ByName<CodeOptions> {
  const locale = useLocaleName();
  const { options, control } = useOptions(words);
  const codeFilters = Object.entries(declared).flatMap(([name, filter]) => {
    if (filter.kind === 'codes') return [{ name, dictionary: filter.dictionary }];
    return filter.kind === 'code' ? [{ name, dictionary: name }] : [];
  });
  useLoadOptions(
    words,
    Object.entries(filters).some(([name, value]) => value !== undefined && codeFilters.some((one) => one.name === name)),
  );
  return Object.fromEntries(
    codeFilters.map(({ name, dictionary }) => {
      const known = options.filter((entry) => entry.of === dictionary);
      return [name, { options: dictionaryOptions(known, locale), ...control }];
    }),
  );
}

interface GroupsProps {
  declared: Pick<ReportDeclaration, 'groupBy'>;
  groupBy: readonly string[];
  titleOf: (dimension: string) => string;
  onChoose: (groupBy: string[]) => void;
}

/** The dimensions that rows are grouped by, in order of nesting. */
export function ReportGroups({ declared, groupBy, titleOf, onChoose }: GroupsProps) {
  const t = useText();
  const slotCount = Math.min(groupBy.length + 1, MAX_GROUPS);
  return Array.from({ length: slotCount }, (_, at) => (
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
