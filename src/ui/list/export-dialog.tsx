import { Button } from '@arco-design/web-react';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Overlay } from '../overlay/overlay.tsx';
import { BusyLine, Remark } from '../page/block.tsx';
import { FailureRemark } from '../page/failure-remark.tsx';
import { type ExportActor, useExport } from './use-export.ts';
import './export-dialog.css';

const MEGABYTE = 1_000_000;
const sizeText = (bytes: number) => (bytes < MEGABYTE ? `${Math.round(bytes / 1000)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`);

/** A guessed length may be too short: the bar is full only when the file is there. */
const ALMOST = 0.99;

export interface ExportDialogProps {
  /** `never`: what is exported is of no matter here. */
  exporting: ExportActor<never>;
  /** What the rows are, as the page calls them. */
  what: string;
  /** The header of a column. */
  titleOf: (column: string) => string;
}

/** From "how many rows" to the file. The same button leads on, so that Enter does. */
export default function ExportDialog({ exporting, what, titleOf }: ExportDialogProps) {
  const t = useText();
  const format = useFormat();
  const { stage, subject, answer, received, expected, failure, confirm, retry, cancel } = useExport(exporting);
  const isUnderWay = stage === 'downloading';
  const isOver = stage === 'failed' || stage === 'cancelled';
  const isTooMany = answer !== undefined && answer.count > answer.max;
  const isNothing = answer !== undefined && answer.count === 0;
  const share = expected ? Math.min(received / expected, ALMOST) : undefined;
  return (
    <Overlay
      title={t('ui.exportTitle', { what })}
      shape="dialog"
      locked={isUnderWay}
      closeText={t('ui.close')}
      onDismiss={cancel}
      footer={
        <>
          <Button onClick={cancel}>{isUnderWay ? t('ui.exportCancel') : isOver ? t('ui.close') : t('ui.cancel')}</Button>
          <Button
            type="primary"
            data-autofocus=""
            loading={stage === 'counting' || isUnderWay}
            disabled={stage === 'confirming' && (isTooMany || isNothing)}
            onClick={isOver ? retry : confirm}
          >
            {isUnderWay
              ? t('ui.exportDownloading')
              : isOver
                ? t('ui.exportAgain')
                : answer && !isTooMany
                  ? t('ui.exportRows', { rows: answer.count })
                  : t('ui.export')}
          </Button>
        </>
      }
    >
      <div className="ads-export">
        {stage === 'counting' && <BusyLine text={t('ui.exportCounting')} />}
        {stage === 'confirming' && isTooMany && (
          <Remark kind="warn" title={t('ui.exportTooMany', { count: format.number(answer.count), max: format.number(answer.max) })}>
            {t('ui.exportTooManyHelp')}
          </Remark>
        )}
        {stage === 'confirming' && isNothing && <Remark kind="warn" title={t('ui.exportNothing')} />}
        {(stage === 'confirming' || isUnderWay) && answer && subject && !isTooMany && !isNothing && (
          <>
            <p role="status">{t('ui.exportScope', { rows: answer.count, columns: subject.columns.length })}</p>
            <ul className="ads-export-columns">
              {subject.columns.map((column) => (
                <li key={column}>{titleOf(column)}</li>
              ))}
            </ul>
          </>
        )}
        {isUnderWay && (
          <div className="ads-export-progress">
            <progress aria-label={t('ui.exportDownloading')} max={1} {...(share === undefined ? {} : { value: share })} />
            <span>
              {expected
                ? t('ui.exportReceivedOf', { received: sizeText(received), expected: sizeText(Math.max(expected, received)) })
                : t('ui.exportReceived', { received: sizeText(received) })}
            </span>
          </div>
        )}
        {stage === 'cancelled' && <Remark kind="info" title={t('ui.exportCancelled')} />}
        {stage === 'failed' && failure && <FailureRemark failure={failure} title={t('ui.exportFailed')} />}
      </div>
    </Overlay>
  );
}
