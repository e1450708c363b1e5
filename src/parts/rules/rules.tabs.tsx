import { useSelector } from '@xstate/react';
import { hitFilters, ruleFilters } from '#contracts/vocabulary/host-rules.ts';
import { blankRule, ruleQuery } from '#machines/parts/rules/rule-values.ts';
import { hitQuery, type RuleHits, type RuleManagement } from '#machines/parts/rules/rules.machine.ts';
import { dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DateRangeFilter } from '#src/ui/date/date-range-filter.tsx';
import { SeveralFilter } from '#src/ui/list/filter-line.tsx';
import { listTab, logTab } from '#src/ui/list/list-page.tsx';
import { ControlledFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import type { TabContent } from '#src/ui/page/tabbed-page.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { IconPlus } from '#src/ui/text/icons.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { toHitPeriod } from './hit-period.ts';
import { type HitParts, HitTable } from './hit-table.tsx';
import { RuleCopyNotice, RuleDeletionDialog, RuleSwitchDialog } from './rule-dialogs.tsx';
import { RuleDrawer } from './rule-drawer.tsx';
import { type RuleParts, RuleTable } from './rule-table.tsx';
import { DryRunDrawer, RehearsalDrawer } from './trial-drawers.tsx';
import './rules.css';

interface AccountFilterProps {
  targets: RuleParts['targets'];
  value: readonly number[] | undefined;
  onChange: (ids: number[] | undefined) => void;
}

function AccountFilter({ targets, value, onChange }: AccountFilterProps) {
  const w = useWords();
  const { options, control } = useOptions(targets);
  return (
    <SeveralFilter
      label={w(ruleFilters.host_account_id.label)}
      value={value}
      options={options.map(({ id, label }) => ({ value: id, label }))}
      onChange={onChange}
      {...control}
    />
  );
}

function RuleFilterLine({ list, targets }: Pick<RuleParts, 'list' | 'targets'>) {
  const filters = useSelector(list, (state) => state.context.query.filters);
  const change = (changes: typeof filters) => list.send({ type: 'list.filtersChanged', changes });
  return (
    <ControlledFilterLine
      vocabulary={ruleFilters}
      filters={filters}
      pickers={{}}
      own={{
        host_account_id: {
          control: <AccountFilter targets={targets} value={filters.host_account_id} onChange={(ids) => change({ host_account_id: ids })} />,
        },
      }}
      onChange={change}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
    />
  );
}

function CreateButton({ form }: Pick<RuleParts, 'form'>) {
  const t = useText();
  const { can } = useViewer();
  if (!can('rule')) return null;
  return (
    <ActionButton
      action="create"
      type="primary"
      icon={<IconPlus />}
      onClick={() => form.send({ type: 'form.opened', draft: { values: blankRule, subject: undefined } })}
    >
      {t('hostrule.create')}
    </ActionButton>
  );
}

/** The tab of rules. */
export const rulesTab = (page: RuleManagement): TabContent =>
  listTab({
    page,
    query: ruleQuery,
    actions: ({ form }) => <CreateButton form={form} />,
    filters: ({ list, targets }) => <RuleFilterLine list={list} targets={targets} />,
    children: (parts) => (
      <>
        <RuleTable parts={parts} />
        <RuleDrawer {...parts} />
        <RehearsalDrawer {...parts} />
        <DryRunDrawer {...parts} />
        <HistoryDrawer {...parts} />
        <RuleSwitchDialog switching={parts.switching} />
        <RuleDeletionDialog deletion={parts.deletion} />
        <RuleCopyNotice copying={parts.copying} />
      </>
    ),
  });

function HitFilterLine({ list, targets, rules }: Pick<HitParts, 'list' | 'targets' | 'rules'>) {
  const w = useWords();
  const { timezone } = useFormat();
  const filters = useSelector(list, (state) => state.context.filters);
  const { date_from = '', date_to = '' } = toHitPeriod(filters, dateIn(new Date(), timezone));
  const choose = (next: typeof filters) => list.send({ type: 'log.filtersChosen', filters: next });
  const change = (changes: typeof filters) => choose({ ...filters, ...changes });
  return (
    <ControlledFilterLine
      vocabulary={hitFilters}
      filters={filters}
      pickers={{ rule_id: rules }}
      own={{
        host_account_id: {
          control: <AccountFilter targets={targets} value={filters.host_account_id} onChange={(ids) => change({ host_account_id: ids })} />,
        },
        date_from: {
          control: (
            <DateRangeFilter
              label={w(hitFilters.date_from.label)}
              value={{ from: date_from, to: date_to }}
              onChange={({ from, to }) => change({ date_from: from, date_to: to })}
            />
          ),
        },
      }}
      onChange={change}
      onReset={() => choose({})}
    />
  );
}

/** The tab of hits. */
export const hitsTab = (page: RuleHits): TabContent =>
  logTab({
    page,
    query: hitQuery,
    filters: ({ list, targets, rules }) => <HitFilterLine list={list} targets={targets} rules={rules} />,
    children: (parts) => <HitTable {...parts} />,
  });
