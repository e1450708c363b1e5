import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { logColumnWords } from '#contracts/vocabulary/launch-logs.ts';
import type { BatchSubject } from '#machines/kernel/batch/batch.machine.ts';
import { isSame } from '#machines/kernel/form/form-values.ts';
import { type DryRun, type DryRunAnswer, executableCount } from '#machines/parts/launches/dry-run.machine.ts';
import { blankLaunchBatch, canBePreviewed, type LaunchBatchParams } from '#machines/parts/launches/launch-batch-rules.ts';
import type { LaunchFilters } from '#machines/parts/launches/launch-query.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { BusyLine, ErrorBlock, Remark } from '#src/ui/page/block.tsx';

interface DryRunInput {
  dryRun: DryRun;
  subject: BatchSubject<LaunchFilters> | undefined;
  values: LaunchBatchParams;
}

/** Values that the preview depends on: not the reason, the typed number, or the result of an earlier preview. */
const toPreviewParams = (values: LaunchBatchParams): LaunchBatchParams => ({
  ...(Object.fromEntries(Object.keys(blankLaunchBatch).map((name) => [name, Reflect.get(values, name)])) as unknown as LaunchBatchParams),
  seen: [],
  confirmed: '',
});

/** Requests a preview while the user edits; undefined until it is known. */
export function useDryRun({ dryRun, subject, values }: DryRunInput) {
  const params = toPreviewParams(values);
  const text = subject && canBePreviewed(params) ? JSON.stringify({ subject, values: params }) : '';
  useEffect(() => {
    dryRun.send(text === '' ? { type: 'dryRun.cancelled' } : { type: 'dryRun.requested', request: JSON.parse(text) });
  }, [dryRun, text]);
  useEffect(() => () => dryRun.send({ type: 'dryRun.cancelled' }), [dryRun]);
  const { answer, failure, request } = useSelector(dryRun, (state) => state.context);
  const failed = useSelector(dryRun, (state) => state.hasTag('failed'));
  const isNewest = text !== '' && isSame(request, JSON.parse(text));
  return { wanted: text !== '', answer: isNewest ? answer : undefined, failure: failed ? failure : undefined };
}

type DryRunState = ReturnType<typeof useDryRun>;

/** Maximum number of rendered rows; the others are counted. */
const MAX_ROWS = 200;

/** Old and new value of each object before the change. Refused ones are grey with their reason. */
export function DryRunList({ dryRunState, dryRun }: { dryRunState: DryRunState; dryRun: DryRun }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { wanted: isWanted, answer, failure } = dryRunState;
  const lines = useMemo(() => (answer && answer.kind !== 'refused' ? linesOf(answer, t, format) : []), [answer, t, format]);
  if (!isWanted) return null;
  if (failure) {
    return <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={() => dryRun.send({ type: 'dryRun.retried' })} />;
  }
  if (!answer) return <BusyLine text={t('launches.preview.busy')} />;
  if (answer.kind === 'refused') return answer.others.map((other) => <Remark key={other} kind="error" title={other} />);
  const done = executableCount(answer);
  const refused = lines.length - done;
  const resets = answer.kind === 'amounts' && answer.rows.some((row) => row.refused === undefined && row.learning_resets);
  return (
    <div className="ads-dry-run">
      <p>
        {t('launches.preview.count', { count: done, shown: format.number(done) })}
        {refused > 0 && (
          <span className="ads-quiet"> · {t('launches.preview.refused', { count: refused, shown: format.number(refused) })}</span>
        )}
        {answer.kind === 'copies' && <span> · {t('launches.preview.ads', { count: answer.ads, shown: format.number(answer.ads) })}</span>}
      </p>
      {resets && <Remark kind="warn" title={t('launches.learningResets')} />}
      <div className="ads-dry-run-lines" tabIndex={0} role="region" aria-label={t('launches.preview')}>
        <table className={answer.kind === 'amounts' ? 'ads-dry-run-table ads-dry-run-amounts' : 'ads-dry-run-table'}>
          <thead>
            <tr>
              <th scope="col">{w(logColumnWords.name)}</th>
              <th scope="col">{t('ui.before')}</th>
              <th scope="col">{t('ui.after')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, MAX_ROWS).map(({ key, label, before, after, note, isRefused }) => (
              <tr key={key} className={isRefused ? 'ads-dry-run-refused' : undefined}>
                <th scope="row" title={label}>
                  {label}
                </th>
                <td>{before}</td>
                <td>
                  {isRefused ? note : after}
                  {!isRefused && note !== undefined && <small>{note}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {lines.length > MAX_ROWS && <p className="ads-quiet">{t('ui.rowsLeftOut', { count: lines.length - MAX_ROWS })}</p>}
      </div>
    </div>
  );
}

interface Line {
  key: string;
  label: string;
  before: string;
  after: string;
  /** The reason of a refusal, otherwise a remark. */
  note: string | undefined;
  isRefused: boolean;
}

function linesOf(
  answer: Exclude<DryRunAnswer, { kind: 'refused' }>,
  t: ReturnType<typeof useText>,
  format: ReturnType<typeof useFormat>,
): Line[] {
  switch (answer.kind) {
    case 'names':
      return answer.rows.map(({ id, label, before, after, refused, text }) => ({
        key: String(id),
        label,
        before,
        after: after ?? DASH,
        note: refused === undefined ? undefined : (text ?? refused),
        isRefused: refused !== undefined,
      }));
    case 'amounts':
      return answer.rows.map((row) => {
        const { refused, text, retry_at, currency } = row;
        const money = (value: number | null) => (currency === null ? DASH : format.money(value, currency));
        const again = retry_at === null ? undefined : t('launches.preview.again', { at: format.instant(retry_at) });
        const left = row.changes_left === null ? undefined : t('launches.preview.left', { count: row.changes_left });
        return {
          key: String(row.id),
          label: row.label,
          before: money(row.before),
          after: money(row.after),
          note: refused === undefined ? left : [text ?? refused, again].filter(Boolean).join(' · '),
          isRefused: refused !== undefined,
        };
      });
    case 'copies':
      return answer.rows.map(({ id, label, account, before, after, missing, refused }) => {
        const createdText = t('launches.preview.made', { campaigns: after.campaigns, groups: after.groups, ads: after.ads });
        const uploads = after.uploads > 0 ? t('launches.preview.uploads', { count: after.uploads }) : undefined;
        const missingText =
          missing.length > 0 ? t('launches.preview.missing', { parts: missing.map((part) => part.label).join(', ') }) : undefined;
        return {
          key: `${id} ${account.id}`,
          label: `${label} → ${account.label}`,
          before: before.name,
          after: after.name,
          note: refused
            ? [refused.text, missingText].filter(Boolean).join(' · ')
            : [createdText, uploads, missingText].filter(Boolean).join(' · '),
          isRefused: refused !== null,
        };
      });
  }
}
