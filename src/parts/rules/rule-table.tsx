import { useMemo } from 'react';
import { describeSchedule, summarizeRule } from '#contracts/rules/host-rule-sentence.ts';
import { ruleColumnWords } from '#contracts/vocabulary/host-rules.ts';
import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import { type RuleRow, ruleDraft } from '#machines/parts/rules/rule-values.ts';
import type { RuleManagement } from '#machines/parts/rules/rules.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { Toolbar } from '#src/ui/page/page.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { RowSwitch } from '#src/ui/table/row-switch.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { TagLine } from '#src/ui/text/tag-line.tsx';
import { RunTag } from '../rule-tags/index.ts';
import { toMoney, useSentenceLanguage } from './rule-words.ts';

export type RuleParts = PartsOf<RuleManagement>;

export function RuleTable({ parts }: { parts: RuleParts }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const language = useSentenceLanguage();
  const { list, tableView, form, switching, copying, deletion, dryRun, rehearsal, history } = parts;
  const columns = useMemo((): Column<RuleRow>[] => {
    const edit = (rule: RuleRow) => form.send({ type: 'form.opened', draft: ruleDraft(rule) });
    const trialOf = (rule: RuleRow) => ({ id: rule.id, name: rule.name });
    const canDo = (rule: RuleRow, permit: RuleRow['can'][number]) => (rule.can.includes(permit) ? undefined : t('hostrule.notPermitted'));
    return [
      {
        key: 'name',
        title: w(ruleColumnWords.name),
        width: 180,
        frozen: true,
        sortable: true,
        render: (rule) => <NameText text={rule.name} onOpen={() => edit(rule)} />,
      },
      {
        key: 'status',
        title: w(ruleColumnWords.status),
        width: 80,
        render: (rule) => (
          <RowSwitch
            label={t(rule.status === 'enabled' ? 'hostrule.turnOff' : 'hostrule.turnOn', { name: rule.name })}
            checked={rule.status === 'enabled'}
            refusal={canDo(rule, 'status')}
            onChange={(isOn) => {
              const subject = { rule, status: isOn ? ('enabled' as const) : ('disabled' as const) };
              // A live rule acts by itself once it is on, so it is asked about first.
              switching.send({ type: isOn && !rule.dry_run ? 'command.requested' : 'command.runRequested', subject });
            }}
          />
        ),
      },
      {
        key: 'hits_24h',
        title: w(ruleColumnWords.hits_24h),
        width: 112,
        align: 'right',
        sortable: true,
        render: (rule) => format.number(rule.hits_24h),
      },
      {
        key: 'summary',
        title: w(ruleColumnWords.summary),
        width: 360,
        render: (rule) => <NameText text={summarizeRule(rule, language, toMoney(rule.currency))} />,
      },
      {
        key: 'last_run',
        title: w(ruleColumnWords.last_run),
        width: 220,
        sortable: true,
        render: ({ last_run }) =>
          last_run === null ? null : (
            <>
              <RunTag status={last_run.status} /> {format.instant(last_run.at)}
            </>
          ),
      },
      {
        key: 'dry_run',
        title: w(ruleColumnWords.dry_run),
        width: 96,
        render: (rule) =>
          rule.dry_run ? <StatusTag kind="info" text={t('hostrule.dryRunTag')} /> : <PlainTag text={t('hostrule.liveTag')} />,
      },
      {
        key: 'targets',
        title: w(ruleColumnWords.targets),
        width: 200,
        render: (rule) =>
          rule.targets.length === 0 ? (
            <StatusTag kind="warn" text={t('hostrule.noTargets')} />
          ) : (
            <TagLine tags={rule.targets.map(({ id, label }) => ({ key: String(id), text: label }))} shown={2} />
          ),
      },
      { key: 'schedule', title: w(ruleColumnWords.schedule), width: 140, render: (rule) => describeSchedule(rule.schedule, language) },
      {
        key: 'priority',
        title: w(ruleColumnWords.priority),
        width: 88,
        align: 'right',
        sortable: true,
        render: (rule) => format.number(rule.priority),
      },
      { key: 'level', title: w(ruleColumnWords.level), width: 96, render: (rule) => <PlainTag text={w(entityLevelWords[rule.level])} /> },
      { key: 'owner', title: w(ruleColumnWords.owner), width: 110, render: (rule) => rule.owner.label },
      {
        key: 'do',
        title: t('hostrule.do'),
        width: 210,
        frozen: 'right',
        render: (rule) => (
          <RowActions
            subject={rule.name}
            inline={2}
            actions={[
              { key: 'edit', text: t('hostrule.edit'), refusal: canDo(rule, 'edit'), onRun: () => edit(rule) },
              {
                key: 'rehearse',
                text: t('hostrule.rehearse'),
                onRun: () => rehearsal.send({ type: 'detail.opened', subject: trialOf(rule) }),
              },
              { key: 'dryRun', text: t('hostrule.dryRun'), onRun: () => dryRun.send({ type: 'detail.opened', subject: trialOf(rule) }) },
              { key: 'history', text: t('hostrule.history'), onRun: () => history.send({ type: 'detail.opened', subject: trialOf(rule) }) },
              {
                key: 'copy',
                text: t('hostrule.copy'),
                refusal: canDo(rule, 'copy'),
                onRun: () => copying.send({ type: 'command.runRequested', subject: rule }),
              },
              {
                key: 'delete',
                text: t('hostrule.delete'),
                danger: true,
                refusal: canDo(rule, 'delete'),
                onRun: () => deletion.send({ type: 'command.requested', subject: rule }),
              },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, language, form, switching, copying, deletion, dryRun, rehearsal, history]);
  const { table, pager, refresh } = useList(list);
  const view = useTableView(tableView, columns);
  return (
    <>
      <Toolbar
        end={
          <>
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      />
      <DataTable
        {...table}
        {...view.table}
        label={t('hostrule.rules')}
        columns={columns}
        rowKey={(rule) => rule.id}
        rowName={(rule) => rule.name}
        onResetFilters={() => list.send({ type: 'list.filtersChosen', filters: {} })}
        empty={{ text: t('hostrule.empty') }}
      />
      <Pager {...pager} />
    </>
  );
}
