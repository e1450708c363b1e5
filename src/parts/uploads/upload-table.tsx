import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { UploadEntry } from '#machines/parts/uploads/upload-queue-contract.ts';
import { type Biz, MAX_TITLE_LENGTH, type OwnWords, titleOf } from '#machines/parts/uploads/upload-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { contentWords, type LibraryParts } from '#src/parts/materials/index.ts';
import { Toolbar } from '#src/ui/page/page.tsx';
import { type RowAction, RowActions } from '#src/ui/table/row-actions.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { ContentChoice } from './content-choice.tsx';
import { toItemState, useItemWords } from './item-words.ts';

interface Props {
  parts: Pick<LibraryParts, 'uploads' | 'dramas' | 'products'>;
  biz: Biz;
  /** Shows the material with this code in the list. */
  onShow: (code: string) => void;
}

/** The files of this visit in the order they were added. */
export function UploadTable({ parts, biz, onShow }: Props) {
  const t = useText();
  const w = useWords();
  const queue = parts.uploads;
  const entries = useSelector(queue, (state) => state.context.entries);
  const count = (...wanted: UploadEntry['stage'][]) => entries.filter(({ stage }) => wanted.includes(stage)).length;
  const draftCount = count('drafted');
  const failed = entries.filter(({ hasFailed }) => hasFailed).length;
  const duplicates = entries.filter(({ isDuplicate }) => isDuplicate).length;
  const finished = count('over') - failed;
  return (
    <div className="ads-upload-queue">
      <Toolbar
        end={
          <>
            {count('active', 'waiting') > 0 && (
              <Button onClick={() => queue.send({ type: 'uploads.paused' })}>{t('uploads.pauseAll')}</Button>
            )}
            {count('resting') > 0 && <Button onClick={() => queue.send({ type: 'uploads.resumed' })}>{t('uploads.resumeAll')}</Button>}
            {failed > 0 && (
              <Button onClick={() => queue.send({ type: 'uploads.retried' })}>{t('uploads.retryAll', { count: failed })}</Button>
            )}
            {finished > 0 && <Button onClick={() => queue.send({ type: 'uploads.cleared' })}>{t('uploads.clear')}</Button>}
          </>
        }
      >
        {draftCount > 0 && (
          <Button type="primary" onClick={() => queue.send({ type: 'uploads.started' })}>
            {t('uploads.start', { count: draftCount })}
          </Button>
        )}
        <span className="ads-quiet" role="status">
          {t('uploads.summary', {
            total: entries.length,
            active: count('active'),
            waiting: count('waiting'),
            sent: count('sent'),
            finished: finished - duplicates,
            duplicates,
            failed,
          })}
        </span>
      </Toolbar>
      <div className="ads-upload-scroll">
        <table className="ads-upload-table" aria-label={t('uploads.title')}>
          <thead>
            <tr>
              <th scope="col">{t('uploads.name')}</th>
              <th scope="col">{w(contentWords[biz])}</th>
              <th scope="col" className="ads-upload-number">
                {t('uploads.size')}
              </th>
              <th scope="col">{t('uploads.progress')}</th>
              <th scope="col" className="ads-upload-number">
                {t('uploads.speed')}
              </th>
              <th scope="col">{t('uploads.state')}</th>
              <th scope="col">{t('uploads.do')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <UploadRow key={entry.key} entry={entry} parts={parts} biz={biz} onShow={onShow} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface RowProps extends Props {
  entry: UploadEntry;
}

function UploadRow({ entry, parts, biz, onShow }: RowProps) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { file, ref, own, stage } = entry;
  const queue = parts.uploads;
  const item = useSelector(ref, (state) => state);
  const words = useSelector(queue, (state) => state.context.words);
  const today = useSelector(queue, (state) => state.context.today);
  const { hashed, sent, speed, existing, meta } = item.context;
  const state = toItemState(item, stage);
  const { kind, text, hint } = useItemWords(item, state);
  const title = meta?.title ?? titleOf(file, words, own, { today, seq: entry.seq });
  const done = state === 'checking' ? hashed : sent;
  const share = file.size === 0 ? 0 : Math.floor((100 * done) / file.size);
  const describe = (changes: OwnWords) => queue.send({ type: 'uploads.fileDescribed', key: entry.key, own: changes });

  const actions: RowAction[] = [
    ...(item.hasTag('moving') && state !== 'merging'
      ? [{ key: 'pause', text: t('uploads.pause'), onRun: () => ref.send({ type: 'item.paused' }) }]
      : []),
    ...(state === 'paused' ? [{ key: 'resume', text: t('uploads.resume'), onRun: () => ref.send({ type: 'item.resumed' }) }] : []),
    ...(state === 'failed' && item.context.materialId === undefined
      ? [{ key: 'retry', text: t('uploads.retry'), onRun: () => ref.send({ type: 'item.resumed' }) }]
      : []),
    ...(state === 'duplicate' && existing
      ? [
          {
            key: 'use',
            text: t('uploads.useExisting'),
            onRun: () => onShow(existing.code),
          },
        ]
      : []),
    ...(state === 'merging' ? [] : [{ key: 'remove', text: t('uploads.remove'), onRun: () => ref.send({ type: 'item.removed' }) }]),
  ];

  return (
    <tr>
      <th scope="row">
        {state === 'drafted' ? (
          <input
            className="ads-upload-title"
            aria-label={t('uploads.titleOf', { name: file.name })}
            value={title}
            maxLength={MAX_TITLE_LENGTH}
            onChange={({ currentTarget }) => describe({ title: currentTarget.value })}
          />
        ) : (
          <span>{title}</span>
        )}
        <small className="ads-quiet">{file.name}</small>
      </th>
      <td>
        {state === 'drafted' ? (
          <ContentChoice
            picker={biz === 'dj' ? parts.dramas : parts.products}
            label={w(contentWords[biz])}
            chosen={own.content ?? words.content}
            onChange={(content) => describe({ content })}
          />
        ) : (
          (entry.offered?.content ?? (own.content ?? words.content)?.label ?? DASH)
        )}
      </td>
      <td className="ads-upload-number">{format.bytes(file.size)}</td>
      <td>
        <progress
          max={100}
          value={state === 'done' || state === 'processing' ? 100 : share}
          aria-label={t('uploads.progressOf', { name: file.name })}
        />
      </td>
      <td className="ads-upload-number">{speed > 0 ? t('uploads.perSecond', { bytes: format.bytes(speed) }) : DASH}</td>
      <td>
        <StatusTag kind={kind} text={text} hint={hint} />
        {hint && <small className="ads-upload-fault">{hint}</small>}
      </td>
      <td>
        <RowActions subject={file.name} actions={actions} />
      </td>
    </tr>
  );
}
