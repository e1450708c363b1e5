import { Button } from '@arco-design/web-react';
import { useCallback, useMemo } from 'react';
import { hitColumnWords, hitSkipReasonWords, ruleActionWords } from '#contracts/vocabulary/host-rules.ts';
import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import type { HitRow } from '#machines/parts/rules/rule-values.ts';
import type { RuleHits } from '#machines/parts/rules/rules.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ChosenBar } from '#src/ui/list/chosen-bar.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { KeysetFooter } from '#src/ui/list/pager.tsx';
import { useLog } from '#src/ui/list/use-log.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { NameText } from '#src/ui/text/name-text.tsx';
import { ResultTag } from '../rule-tags/index.ts';
import { useRuleWords } from './rule-words.ts';
import { CheckList } from './trial-drawers.tsx';

export type HitParts = PartsOf<RuleHits>;

export function HitTable({ list, tableView, export: download, deciding, undoing }: HitParts) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { changeText } = useRuleWords();
  const { filters, answer, chosen, choose, table, footer, refresh } = useLog(list);
  const decide = useCallback(
    (hits: readonly HitRow[], accept: boolean) =>
      deciding.send({
        type: accept ? 'command.requested' : 'command.runRequested',
        subject: { ids: hits.map(({ id }) => id), accept, name: namesOf(hits) },
      }),
    [deciding],
  );
  const undo = useCallback(
    (hits: readonly HitRow[]) =>
      undoing.send({ type: 'command.requested', subject: { ids: hits.map(({ id }) => id), name: namesOf(hits) } }),
    [undoing],
  );
  const columns = useMemo(
    (): Column<HitRow>[] => [
      { key: 'at', title: w(hitColumnWords.at), width: 170, frozen: true, render: ({ at }) => format.instant(at) },
      {
        key: 'object',
        title: w(hitColumnWords.object),
        width: 200,
        render: ({ entity }) => (
          <>
            <NameText text={entity.label} />
            <span className="ads-quiet">{w(entityLevelWords[entity.level])}</span>
          </>
        ),
      },
      { key: 'rule', title: w(hitColumnWords.rule), width: 140, render: ({ rule }) => <NameText text={rule.label} /> },
      { key: 'action', title: w(hitColumnWords.action), width: 110, render: ({ action }) => w(ruleActionWords[action]) },
      { key: 'change', title: w(hitColumnWords.change), width: 160, render: changeText },
      {
        key: 'result',
        title: w(hitColumnWords.result),
        width: 170,
        render: ({ result, error, expires_at }) => (
          <>
            <ResultTag result={result} {...(error !== null && { hint: error })} />
            {result === 'failed' && error !== null && <span className="ads-quiet"> {error}</span>}
            {result === 'suggested' && expires_at !== null && (
              <span className="ads-quiet"> {t('hostrule.until', { at: format.instant(expires_at) })}</span>
            )}
          </>
        ),
      },
      { key: 'metrics', title: w(hitColumnWords.metrics), width: 320, render: ({ checks }) => <CheckList checks={checks} /> },
      {
        key: 'skip_reason',
        title: w(hitColumnWords.skip_reason),
        width: 180,
        render: ({ skip_reason }) => (skip_reason === null ? null : w(hitSkipReasonWords[skip_reason])),
      },
      { key: 'account', title: w(hitColumnWords.account), width: 140, render: ({ account }) => <NameText text={account.label} /> },
      { key: 'decided_by', title: w(hitColumnWords.decided_by), width: 100, render: ({ decided_by }) => decided_by?.label ?? null },
      {
        key: 'undone_at',
        title: w(hitColumnWords.undone_at),
        width: 140,
        render: ({ undone_at }) => (undone_at === null ? null : format.instant(undone_at)),
      },
      {
        key: 'do',
        title: t('hostrule.do'),
        width: 130,
        frozen: 'right',
        render: (hit) => (
          <RowActions
            subject={hit.entity.label}
            inline={2}
            actions={[
              ...(hit.can.includes('decide')
                ? [
                    { key: 'accept', text: t('hostrule.accept'), onRun: () => decide([hit], true) },
                    { key: 'reject', text: t('hostrule.reject'), onRun: () => decide([hit], false) },
                  ]
                : []),
              ...(hit.can.includes('undo') ? [{ key: 'undo', text: t('hostrule.undo'), onRun: () => undo([hit]) }] : []),
            ]}
          />
        ),
      },
    ],
    [t, w, format, changeText, decide, undo],
  );
  const view = useTableView(tableView, columns);
  const rows = (answer?.rows ?? []).filter(({ id }) => chosen.includes(id));
  const canAll = (permit: HitRow['can'][number]) => rows.length > 0 && rows.every(({ can }) => can.includes(permit));
  const { date_from: _from, date_to: _to, ...narrowing } = filters;
  return (
    <>
      <Toolbar
        selection={
          rows.length > 0 && (
            <ChosenBar
              selection={{ kind: 'rows', ids: chosen }}
              total={rows.length}
              allowAll={false}
              onChooseAll={() => undefined}
              onClear={() => choose([])}
            >
              <Button disabled={!canAll('decide')} onClick={() => decide(rows, true)}>
                {t('hostrule.accept')}
              </Button>
              <Button disabled={!canAll('decide')} onClick={() => decide(rows, false)}>
                {t('hostrule.reject')}
              </Button>
              <Button disabled={!canAll('undo')} onClick={() => undo(rows)}>
                {t('hostrule.undo')}
              </Button>
            </ChosenBar>
          )
        }
        end={
          <>
            <ExportCommand
              exporting={download}
              what={t('hostrule.hits')}
              query={filters}
              columns={view.drawn.filter(({ key }) => key !== 'do')}
            />
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      />
      <DataTable<HitRow>
        {...table}
        {...view.table}
        label={t('hostrule.hits')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ entity, at }) => `${entity.label} ${format.instant(at)}`}
        chosen={chosen}
        onChoose={choose}
        canChoose={({ can }) => can.length > 0}
        onResetFilters={
          Object.values(narrowing).some((value) => value !== undefined)
            ? () => list.send({ type: 'log.filtersChosen', filters: {} })
            : undefined
        }
        empty={{ text: t('hostrule.noHits') }}
      />
      {footer && <KeysetFooter {...footer} />}
      <DecisionDialog deciding={deciding} />
      <UndoDialog undoing={undoing} />
    </>
  );
}

const namesOf = (hits: readonly HitRow[]): string => hits.map(({ entity }) => entity.label).join(', ');

function DecisionDialog({ deciding }: Pick<HitParts, 'deciding'>) {
  const t = useText();
  const titleOf = ({ accept }: { accept: boolean }) => t(accept ? 'hostrule.acceptTitle' : 'hostrule.rejectTitle');
  const { subject, open, failure, dialog } = useCommand(deciding, (hits) => t('ui.titled', { title: titleOf(hits), name: hits.name }));
  if (!subject) return null;
  return (
    <ConfirmDialog
      {...dialog}
      open={open && (subject.accept || failure !== undefined)}
      title={titleOf(subject)}
      text={t('hostrule.decideText', { name: subject.name, count: subject.ids.length })}
      confirmText={t(subject.accept ? 'hostrule.accept' : 'hostrule.reject')}
    />
  );
}

function UndoDialog({ undoing }: Pick<HitParts, 'undoing'>) {
  const t = useText();
  const { subject, dialog } = useCommand(undoing, (hits) => t('ui.titled', { title: t('hostrule.undoTitle'), name: hits.name }));
  return (
    <ConfirmDialog
      {...dialog}
      title={t('hostrule.undoTitle')}
      text={t('hostrule.undoText', { name: subject?.name ?? '', count: subject?.ids.length ?? 0 })}
      confirmText={t('hostrule.undo')}
    />
  );
}
