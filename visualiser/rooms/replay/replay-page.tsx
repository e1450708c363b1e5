import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark, Spinner } from '#src/ui/page/block.tsx';
import type { RecordingSource, Replay } from '#visualiser/machines/replay.machine.ts';
import type { Recording } from '#visualiser/model/recording.ts';
import { TraceView } from '../../trace/trace-view.tsx';
import { useFormatFault } from './fault-text.ts';
import { useFormatInstant } from './instant-text.ts';
import './replay.css';

interface RoomProps {
  room: Replay;
}

/** Opens the browser's dialog for one file. */
function FileButton({ room, isPrimary, children }: RoomProps & { isPrimary: boolean; children: string }) {
  const field = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Allows to choose the same file again after it was changed.
    if (file) room.send({ type: 'source.chosen', source: { kind: 'file', file } });
    target.value = '';
  };
  return (
    <>
      <Button size="small" type={isPrimary ? 'primary' : 'secondary'} onClick={() => field.current?.click()}>
        {children}
      </Button>
      <input ref={field} type="file" hidden accept="application/json,.json" aria-label={children} onChange={choose} />
    </>
  );
}

const PasteButton = ({ room }: RoomProps) => {
  const t = useText();
  return (
    <Button size="small" onClick={() => room.send({ type: 'source.chosen', source: { kind: 'clipboard' } })}>
      {t('replay.paste')}
    </Button>
  );
};

function Fault({ room }: RoomProps) {
  const t = useText();
  const formatFault = useFormatFault();
  const fault = useSelector(room, (state) => state.context.fault);
  if (!fault) return null;
  return (
    <div className="ads-replay-fault">
      <Remark kind="error" title={t('replay.refused')}>
        <span>{formatFault(fault)}</span>{' '}
        <button type="button" className="ads-link-button" onClick={() => room.send({ type: 'fault.dismissed' })}>
          {t('replay.dismiss')}
        </button>
      </Remark>
    </div>
  );
}

function Busy({ room }: RoomProps) {
  const t = useText();
  const isReading = useSelector(room, (state) => state.matches({ opening: 'reading' }));
  return isReading ? <Spinner label={t('replay.reading')} /> : null;
}

/** Explains what a recording is, and how to open one. */
function EmptyRoom({ room }: RoomProps) {
  const t = useText();
  return (
    <div className="ads-vis-text">
      <h1>{t('replay.heading')}</h1>
      <p>{t('replay.what')}</p>
      <p>{t('replay.how')}</p>
      <Fault room={room} />
      <div className="ads-replay-door">
        <span className="ads-replay-ways">
          <FileButton room={room} isPrimary>
            {t('replay.choose')}
          </FileButton>
          <PasteButton room={room} />
          <Busy room={room} />
        </span>
        <p>{t('replay.drop')}</p>
        <p className="ads-vis-quiet">{t('replay.private')}</p>
      </div>
    </div>
  );
}

function OpenRecording({ room, recording }: RoomProps & { recording: Recording }) {
  const t = useText();
  const formatInstant = useFormatInstant();
  const { trace } = useSelector(room, (state) => state.children);
  const { title, startedAt, entries } = recording;
  return (
    <div className="ads-replay-open">
      <header className="ads-vis-head">
        <h1 title={title}>{title || t('replay.untitled')}</h1>
        <p className="ads-numbers">{t('replay.recordedAt', { date: formatInstant(startedAt), count: entries.length })}</p>
        <span className="ads-replay-ways">
          <Busy room={room} />
          <Button size="small" onClick={() => room.send({ type: 'recording.saveRequested' })}>
            {t('replay.download')}
          </Button>
          <FileButton room={room} isPrimary={false}>
            {t('replay.another')}
          </FileButton>
          <Button size="small" onClick={() => room.send({ type: 'recording.closed' })}>
            {t('replay.close')}
          </Button>
        </span>
      </header>
      <Fault room={room} />
      {trace && <TraceView key={trace.sessionId} trace={trace} />}
    </div>
  );
}

/** The dropped or pasted file, otherwise the text. */
function toSource(data: DataTransfer | null): RecordingSource | undefined {
  const [file] = data?.files ?? [];
  if (file) return { kind: 'file', file };
  const text = data?.getData('text/plain') ?? '';
  return text === '' ? undefined : { kind: 'text', text };
}

const isField = (target: EventTarget | null) => target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');

/** The replay room. */
export function ReplayPage({ room }: RoomProps) {
  const t = useText();
  const isOpen = useSelector(room, (state) => state.matches({ recording: 'open' }));
  const recording = useSelector(room, (state) => state.context.recording);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const source = isField(event.target) ? undefined : toSource(event.clipboardData);
      if (!source) return;
      event.preventDefault();
      room.send({ type: 'source.chosen', source });
    };
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, [room]);
  const handleDragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsDraggedOver(true);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDraggedOver(false);
    const source = toSource(event.dataTransfer);
    if (source) room.send({ type: 'source.chosen', source });
  };
  const handleDragLeave = ({ relatedTarget, currentTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsDraggedOver(false);
  };
  return (
    <main className="ads-vis-main ads-replay" tabIndex={-1} onDragOver={handleDragOver} onDragLeave={handleDragLeave} onDrop={handleDrop}>
      {isOpen && recording ? <OpenRecording room={room} recording={recording} /> : <EmptyRoom room={room} />}
      {isDraggedOver && <p className="ads-replay-over">{t('replay.dropNow')}</p>}
    </main>
  );
}
