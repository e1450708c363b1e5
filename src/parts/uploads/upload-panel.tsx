import { useSelector } from '@xstate/react';
import { type Biz, MAX_FILES } from '#machines/parts/uploads/upload-rules.ts';
import { dateIn } from '#src/locale/format.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import type { LibraryParts } from '#src/parts/materials/index.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { Remark } from '#src/ui/page/block.tsx';
import { storeFile } from './chosen-uploads.ts';
import { DropZone } from './drop-zone.tsx';
import { OpenUploads } from './open-uploads.tsx';
import { UploadTable } from './upload-table.tsx';
import { UploadWordsForm } from './upload-words-form.tsx';
import './uploads.css';

interface Props {
  parts: LibraryParts;
  biz: Biz;
  /** Shows the material with this code in the list. */
  onShow: (code: string) => void;
  onFold: (() => void) | undefined;
}

/** Shared fields, drop zone, queue and unfinished uploads. */
export function UploadPanel({ parts, biz, onShow, onFold }: Props) {
  const t = useText();
  const timezone = useTimezone();
  const queue = parts.uploads;
  const { entries, leftOut, isFull, answer, wrongSize } = useSelector(queue, (state) => state.context);

  const chosen = (file: File) => {
    const key = newRequestKey();
    storeFile(key, file);
    return { key, file: { name: file.name, size: file.size, type: file.type } };
  };
  const today = () => dateIn(new Date(), timezone).replaceAll('-', '');

  return (
    <section className="ads-upload-panel ads-within-window" aria-label={t('uploads.title')}>
      {onFold && (
        <button type="button" className="ads-link-button ads-upload-fold" onClick={onFold}>
          {t('uploads.fold')}
        </button>
      )}
      {answer !== undefined && answer.length > 0 && (
        <OpenUploads
          uploads={answer}
          wrongSize={wrongSize}
          onFile={(uploadId, file) => queue.send({ type: 'uploads.fileChosenAgain', uploadId, chosen: chosen(file), today: today() })}
          onDrop={(uploadId) => queue.send({ type: 'uploads.givenUp', uploadId })}
        />
      )}
      <UploadWordsForm parts={parts} biz={biz} />
      <DropZone
        isLarge={entries.length === 0}
        onFiles={(files) => queue.send({ type: 'uploads.filesAdded', files: files.map(chosen), today: today() })}
      />
      {leftOut > 0 && <Remark kind="warn" title={t('uploads.leftOut', { max: MAX_FILES, count: leftOut })} />}
      {isFull && <Remark kind="error" title={t('uploads.full')} />}
      {entries.length > 0 && <UploadTable parts={parts} biz={biz} onShow={onShow} />}
    </section>
  );
}
