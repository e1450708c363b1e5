import { Button } from '@arco-design/web-react';
import { type DragEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ImportRefusal } from '#machines/kernel/form/import.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Overlay } from '../overlay/overlay.tsx';
import { BusyLine, Remark } from '../page/block.tsx';
import { FailureRemark } from '../page/failure-remark.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { NameText } from '../text/name-text.tsx';
import { type ImportActor, useImport } from './use-import.ts';
import './import-drawer.css';

/** A row of the sheet, as every preview has it. */
export interface ImportRowShown {
  row: number;
  values: Readonly<Record<string, string | undefined>>;
  errors: readonly { message: string }[];
}

export interface ImportDrawerProps {
  importing: ImportActor<ImportRowShown>;
  /** What the rows become, as the page calls them. */
  what: string;
  /** Values of the sheet that tell one row from another. */
  columns: readonly { key: string; title: string }[];
  most: { megabytes: number; rows: number };
  isTemplateBusy: boolean;
  onTemplate: () => void;
}

const refusalText = {
  wrongType: 'ui.importWrongType',
  tooLarge: 'ui.importTooLarge',
  empty: 'ui.importEmpty',
  gone: 'ui.importGone',
  unreadable: 'ui.importUnreadable',
} as const satisfies Record<ImportRefusal, string>;

/** What had the focus is gone with the step before: it goes to the first thing of the next one. */
function useLostFocus(first: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (document.activeElement === document.body) first.current?.focus({ preventScroll: true });
  }, [first]);
}

/** The import of a sheet: download the template, choose a file, check its rows, and start. */
export default function ImportDrawer({ importing, what, columns, most, isTemplateBusy, onTemplate }: ImportDrawerProps) {
  const t = useText();
  const { stage, file, refusal, failure, answer, choose, drop, confirm, retry, askAgain, close } = useImport(importing);
  const isForgotten = stage === 'confirming' && answer === undefined;
  useEffect(() => {
    if (isForgotten) retry();
  }, [isForgotten, retry]);

  const isStarting = stage === 'starting';
  const isBusy = stage === 'reading' || stage === 'previewing';
  const isShown = answer !== undefined && (stage === 'confirming' || isStarting || stage === 'unconfirmed');
  return (
    <Overlay
      title={t('ui.importTitle', { what })}
      shape="drawer"
      locked={isStarting}
      closeText={t('ui.close')}
      onDismiss={close}
      footer={
        <>
          <Button disabled={isStarting} onClick={close}>
            {t('ui.cancel')}
          </Button>
          {stage === 'failed' && (
            <Button type="primary" onClick={retry}>
              {t('ui.importAgain')}
            </Button>
          )}
          {stage === 'unconfirmed' && (
            <Button type="primary" onClick={askAgain}>
              {t('ui.importAskAgain')}
            </Button>
          )}
          {isShown && stage !== 'unconfirmed' && (
            <Button type="primary" loading={isStarting} disabled={answer.good === 0} onClick={confirm}>
              {t('ui.importRows', { good: answer.good })}
            </Button>
          )}
        </>
      }
    >
      <div className="ads-import">
        <p>
          {t('ui.importHow')}{' '}
          <button type="button" className="ads-link-button" disabled={isTemplateBusy} onClick={onTemplate}>
            {t('ui.importTemplate')}
          </button>
        </p>
        {refusal && <Remark kind="error" title={t(refusalText[refusal], { megabytes: most.megabytes })} />}
        {stage === 'failed' && failure && <FailureRemark failure={failure} title={t('ui.importFailed')} />}
        {stage === 'confirming' && failure && <FailureRemark failure={failure} title={t('ui.importRefused')} />}
        {stage === 'unconfirmed' && failure && <FailureRemark failure={failure} title={t('ui.importLost')} />}
        {!isShown && !isBusy && <FileZone most={most} onFile={choose} />}
        {isBusy && <BusyLine text={t(stage === 'reading' ? 'ui.importReading' : 'ui.importChecking', { name: file?.name ?? '' })} />}
        {isShown && (
          <ImportPreviewTable
            answer={answer}
            name={file?.name ?? ''}
            columns={columns}
            isLocked={stage !== 'confirming'}
            onRetry={retry}
            onOther={drop}
          />
        )}
      </div>
    </Overlay>
  );
}

/** Takes a file that is dropped or picked; by keyboard it is a field like any other. */
function FileZone({ most, onFile }: { most: ImportDrawerProps['most']; onFile: (file: File) => void }) {
  const t = useText();
  const format = useFormat();
  const [isOver, setIsOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useLostFocus(field);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const over = (event: DragEvent, isIn: boolean) => {
    event.preventDefault();
    setIsOver(isIn);
  };
  return (
    <label
      className={`ads-file-zone ${isOver ? 'ads-file-zone-over' : ''}`}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <strong>{t('ui.importDrop')}</strong>
      <span className="ads-quiet">{t('ui.importLimits', { megabytes: most.megabytes, rows: format.number(most.rows) })}</span>
      <input
        ref={field}
        type="file"
        accept=".xlsx"
        className="ads-visually-hidden"
        data-autofocus=""
        onChange={(event) => {
          take(event.target.files);
          // The same file may be chosen once more.
          event.target.value = '';
        }}
      />
    </label>
  );
}

interface PreviewProps {
  answer: { total: number; good: number; bad: number; rows: ImportRowShown[] };
  name: string;
  columns: ImportDrawerProps['columns'];
  isLocked: boolean;
  onRetry: () => void;
  onOther: () => void;
}

function ImportPreviewTable({ answer, name, columns, isLocked, onRetry, onOther }: PreviewProps) {
  const t = useText();
  const format = useFormat();
  const summary = useRef<HTMLParagraphElement>(null);
  useLostFocus(summary);
  const shown = useMemo(
    (): Column<ImportRowShown>[] => [
      { key: 'row', title: t('ui.importRow'), width: 56, align: 'right', frozen: true, render: ({ row }) => format.number(row) },
      ...columns.map(
        ({ key, title }): Column<ImportRowShown> => ({
          key,
          title,
          width: 112,
          render: ({ values }) => <NameText text={values[key] ?? ''} />,
        }),
      ),
      {
        key: 'verdict',
        title: t('ui.importVerdict'),
        render: ({ errors }) =>
          errors.length === 0 ? (
            <span className="ads-quiet">{t('ui.importGood')}</span>
          ) : (
            <ul className="ads-import-errors">
              {errors.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          ),
      },
    ],
    [t, format, columns],
  );
  return (
    <>
      <div className="ads-import-summary">
        <p ref={summary} tabIndex={-1} role="status">
          <strong>{t('ui.importSummary', { good: format.number(answer.good), bad: format.number(answer.bad) })}</strong> <span>{name}</span>
        </p>
        {!isLocked && (
          <span className="ads-import-again">
            <button type="button" className="ads-link-button" onClick={onRetry}>
              {t('ui.importAgain')}
            </button>
            <button type="button" className="ads-link-button" onClick={onOther}>
              {t('ui.importOther')}
            </button>
          </span>
        )}
      </div>
      {answer.bad > 0 && (
        <Remark kind="warn" title={t(answer.good > 0 ? 'ui.importBadStay' : 'ui.importNoGood')}>
          <span>{t(answer.good > 0 ? 'ui.importBadHelp' : 'ui.importNoGoodHelp')}</span>
        </Remark>
      )}
      <DataTable
        label={t('ui.importSummary', { good: format.number(answer.good), bad: format.number(answer.bad) })}
        columns={shown}
        rows={answer.rows}
        rowKey={({ row }) => row}
        rowName={({ row }) => String(row)}
        busy={false}
      />
    </>
  );
}
