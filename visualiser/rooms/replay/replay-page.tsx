import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark, Spinner } from '#src/ui/page/block.tsx';
import type { RecordingSource, Replay } from '#visualiser/machines/replay.machine.ts';
import type { Recording } from '#visualiser/model/recording.ts';
import { TraceView } from '../../trace/trace-view.tsx';
import { useFaultText } from './fault-text.ts';
import { useInstantText } from './instant-text.ts';
import './replay.css';

interface RoomProps {
  room: Replay;
}

/** Opens the dialog of the browser for one file. */
function FileButton({ room, isPrimary, children }: RoomProps & { isPrimary: boolean; children: string }) {
  const field = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file may be chosen again after it was changed.
    if (file) room.send({ type: 'recording.given', source: { kind: 'file', file } });
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
    <Button size="small" onClick={() => room.send({ type: 'recording.given', source: { kind: 'clipboard' } })}>
      {t('replay.paste')}
    </Button>
  );
};

function Fault({ room }: RoomProps) {
  const t = useText();
  const faultText = useFaultText();
  const fault = useSelector(room, (state) => state.context.fault);
  if (!fault) return null;
  return (
    <div className="ads-replay-fault">
      <Remark kind="error" title={t('replay.refused')}>
        <span>{faultText(fault)}</span>{' '}
        <button type="button" className="ads-link-button" onClick={() => room.send({ type: 'fault.seen' })}>
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

/** What a recording is, and the ways to open one. */
function Empty({ room }: RoomProps) {
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

/** A recording, replayed. */
function Opened({ room, recording }: RoomProps & { recording: Recording }) {
  const t = useText();
  const instantText = useInstantText();
  const { trace } = useSelector(room, (state) => state.children);
  const { title, startedAt, entries } = recording;
  return (
    <div className="ads-replay-open">
      <header className="ads-vis-head">
        <h1 title={title}>{title || t('replay.untitled')}</h1>
        <p className="ads-numbers">{t('replay.recordedAt', { date: instantText(startedAt), count: entries.length })}</p>
        <span className="ads-replay-ways">
          <Busy room={room} />
          <Button size="small" onClick={() => room.send({ type: 'recording.downloaded' })}>
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

/** Whatever was dropped or pasted: its file, else its text. */
function sourceOf(data: DataTransfer | null): RecordingSource | undefined {
  const [file] = data?.files ?? [];
  if (file) return { kind: 'file', file };
  const text = data?.getData('text/plain') ?? '';
  return text === '' ? undefined : { kind: 'text', text };
}

const isField = (target: EventTarget | null) => target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');

/** A recording that was opened, and where in it the reader stands. */
export function ReplayPage({ room }: RoomProps) {
  const t = useText();
  const isOpen = useSelector(room, (state) => state.matches({ table: 'open' }));
  const recording = useSelector(room, (state) => state.context.recording);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const source = isField(event.target) ? undefined : sourceOf(event.clipboardData);
      if (!source) return;
      event.preventDefault();
      room.send({ type: 'recording.given', source });
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [room]);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const source = sourceOf(event.dataTransfer);
    if (source) room.send({ type: 'recording.given', source });
  };
  const leave = ({ relatedTarget, currentTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
  };
  return (
    <main className="ads-vis-main ads-replay" tabIndex={-1} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {isOpen && recording ? <Opened room={room} recording={recording} /> : <Empty room={room} />}
      {isOver && <p className="ads-replay-over">{t('replay.dropNow')}</p>}
    </main>
  );
}
