import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { SchemeVersionRow } from '#contracts/endpoints/schemes.ts';
import type { SchemeManagement } from '#machines/advertising-publish/scheme-management.machine.ts';
import type { Comparison } from '#machines/advertising-publish/scheme-versions.machine.ts';
import { toFormValues } from '#machines/parts/schemes/scheme-values.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useSchemeLabels } from '#src/parts/schemes/index.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { DetailDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { PickList } from '#src/ui/pick/pick-list.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { type SchemePickers, useSchemeWords } from './use-scheme-words.ts';
import '#src/ui/text/diff-table.css';

type Parts = ReturnType<SchemeManagement['getSnapshot']>['children'];
type Props = { [Name in 'versions' | 'comparison' | 'restoration']: NonNullable<Parts[Name]> } & { pickers: SchemePickers };

/** The versions of a scheme: two can be compared, and an old one can be restored as the newest. */
export function SchemeVersionsDrawer(props: Props) {
  const open = useSelector(props.versions, (state) => state.hasTag('open'));
  return open ? <OpenVersions {...props} /> : null;
}

function OpenVersions({ versions, comparison, restoration, pickers }: Props) {
  const t = useText();
  const format = useFormat();
  const subject = useSelector(versions, (state) => state.context.subject);
  const { answer, table } = useDetail(versions);
  const compared = useSelector(comparison, (state) => state.context.subject);
  const restoring = useCommand(restoration);
  const [newest, second] = answer ?? [];

  // The latest change is compared first.
  useEffect(() => {
    if (!subject || !newest || compared?.id === subject.id) return;
    comparison.send({
      type: 'detail.opened',
      subject: { id: subject.id, before: (second ?? newest).version, after: newest.version },
    });
  }, [comparison, compared, subject, newest, second]);
  if (!subject) return null;

  const close = () => {
    comparison.send({ type: 'detail.closed' });
    versions.send({ type: 'detail.closed' });
  };
  const compare = (change: { before?: number | undefined; after?: number | undefined }) => {
    if (!compared) return;
    const { before = compared.before, after = compared.after } = change;
    comparison.send({ type: 'detail.opened', subject: { id: subject.id, before, after } });
  };
  const columns: Column<SchemeVersionRow>[] = [
    {
      key: 'version',
      title: t('publish.scheme.version'),
      width: 96,
      render: ({ version }) => (
        <span className="ads-numbers">
          v{version}
          {version === newest?.version && <small className="ads-quiet"> {t('publish.currentVersion')}</small>}
        </span>
      ),
    },
    {
      key: 'created_at',
      title: t('publish.writtenAt'),
      width: 152,
      render: ({ created_at }) => <span className="ads-numbers">{format.instant(created_at)}</span>,
    },
    { key: 'by', title: t('publish.writtenBy'), render: ({ by }) => by.label },
    {
      key: 'publish_count',
      title: t('publish.scheme.publishCount'),
      width: 112,
      align: 'right',
      render: ({ publish_count }) => format.number(publish_count),
    },
    {
      key: 'do',
      title: t('publish.do'),
      width: 176,
      render: ({ version }) => (
        <span className="ads-buttons">
          <button type="button" className="ads-link-button" onClick={() => compare({ before: version, after: newest?.version })}>
            {t('publish.compare')}
          </button>
          {subject.canEdit && version !== newest?.version && (
            <button
              type="button"
              className="ads-link-button"
              onClick={() => restoration.send({ type: 'command.requested', subject: { id: subject.id, name: subject.name, version } })}
            >
              {t('publish.restore')}
            </button>
          )}
        </span>
      ),
    },
  ];
  const options = (answer ?? []).map(({ version }) => ({ value: version, label: `v${version}` }));

  return (
    <DetailDrawer
      open
      title={t('publish.versionsTitle', { name: subject.name })}
      onClose={close}
      footer={<Button onClick={close}>{t('ui.close')}</Button>}
    >
      <DataTable
        {...table}
        label={t('publish.versions')}
        columns={columns}
        rowKey={({ version }) => version}
        rowName={({ version }) => `v${version}`}
        density="compact"
      />
      {compared && (
        <FormSection title={t('publish.difference')}>
          <div className="ads-buttons">
            <PickList
              label={t('publish.before')}
              options={options}
              chosen={[compared.before]}
              onChoose={([before]) => compare({ before })}
            />
            <span aria-hidden="true">→</span>
            <PickList label={t('publish.after')} options={options} chosen={[compared.after]} onChoose={([after]) => compare({ after })} />
          </div>
          <ComparedVersions comparison={comparison} pickers={pickers} />
        </FormSection>
      )}
      <ConfirmDialog
        {...restoring.dialog}
        title={t('publish.restoreTitle', { version: restoring.subject?.version ?? 0 })}
        text={t('publish.restoreText')}
        confirmText={t('publish.restore')}
      />
    </DetailDrawer>
  );
}

function ComparedVersions({ comparison, pickers }: Pick<Props, 'comparison' | 'pickers'>) {
  const { answer, busy, failure, refresh } = useDetail(comparison);
  if (failure) return <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />;
  if (busy || !answer) return <LoadingBlock />;
  return <Differences compared={answer} pickers={pickers} />;
}

/** Differences by field, in the words of the form. */
function Differences({ compared, pickers }: { compared: Comparison; pickers: SchemePickers }) {
  const t = useText();
  const [before, after] = [toFormValues(compared.before), toFormValues(compared.after)];
  const labels = useSchemeLabels();
  const words = useSchemeWords(pickers, [before, after]);
  const [was, is] = [words(before), words(after)];
  const changed = (Object.keys(labels) as (keyof typeof labels)[]).filter((field) => was[field] !== is[field]);
  if (changed.length === 0) return <p className="ads-diff-none">{t('publish.noDifference')}</p>;
  return (
    <table className="ads-diff" aria-label={t('publish.difference')}>
      <thead>
        <tr>
          <th scope="col">{t('ui.conflictField')}</th>
          <th scope="col">{t('ui.before')}</th>
          <th scope="col">{t('ui.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((field) => (
          <tr key={field}>
            <th scope="row">{labels[field]}</th>
            <td className={was[field] ? 'ads-diff-before' : undefined}>{was[field] ? <del>{was[field]}</del> : DASH}</td>
            <td className={is[field] ? 'ads-diff-after' : undefined}>{is[field] ? <ins>{is[field]}</ins> : DASH}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
