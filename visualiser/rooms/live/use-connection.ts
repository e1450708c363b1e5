import { useSelector } from '@xstate/react';
import type { MessageId } from '#src/locale/locales.ts';
import type { StatusKind } from '#src/ui/text/status-tag.tsx';
import type { Live } from '#visualiser/machines/live.machine.ts';

/** How it stands with the window that is watched, or that could be. */
export type Connection = 'deaf' | 'looking' | 'nobody' | 'choosing' | 'absent' | 'refused' | 'reaching' | 'watching' | 'lost';

interface Status {
  kind: StatusKind;
  text: MessageId;
  values: Record<string, number>;
}

const STATES = ['looking', 'nobody', 'choosing', 'absent', 'lost'] as const;
const THERE = ['refused', 'reaching', 'watching'] as const;

const KINDS: Readonly<Record<Exclude<Connection, 'deaf'>, StatusKind>> = {
  looking: 'muted',
  nobody: 'muted',
  choosing: 'muted',
  absent: 'warn',
  refused: 'warn',
  reaching: 'info',
  watching: 'ok',
  lost: 'warn',
};

type State = ReturnType<Live['getSnapshot']>;

function connectionOf(state: State): Connection {
  if (state.matches('deaf')) return 'deaf';
  return (
    STATES.find((one) => state.matches({ awake: { connection: one } })) ??
    THERE.find((one) => state.matches({ awake: { connection: { there: one } } })) ??
    'looking'
  );
}

/** Where the room stands, in one word and in words for the reader. */
export function useConnection(room: Live): { connection: Connection; status: Status } {
  const connection = useSelector(room, connectionOf);
  const isPaused = useSelector(room, (state) => state.matches({ awake: { flow: 'paused' } }));
  const count = useSelector(room, ({ context }) => context.windows.length);
  if (connection === 'deaf') return { connection, status: { kind: 'error', text: 'live.status.nobody', values: {} } };
  if (connection === 'watching' && isPaused) {
    return { connection, status: { kind: 'info', text: 'live.status.paused', values: {} } };
  }
  return { connection, status: { kind: KINDS[connection], text: `live.status.${connection}`, values: { count } } };
}
