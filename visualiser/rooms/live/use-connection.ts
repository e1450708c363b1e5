import { useSelector } from '@xstate/react';
import type { MessageId } from '#src/locale/locales.ts';
import type { StatusKind } from '#src/ui/text/status-tag.tsx';
import type { Live } from '#visualiser/machines/live.machine.ts';

/** State of the connection with the watched window. */
export type Connection =
  | 'unsupported'
  | 'searching'
  | 'noWindows'
  | 'choosing'
  | 'windowMissing'
  | 'refused'
  | 'starting'
  | 'watching'
  | 'lost';

interface Status {
  kind: StatusKind;
  text: MessageId;
  values: Record<string, number>;
}

const TOP_STATES = ['searching', 'noWindows', 'choosing', 'windowMissing', 'lost'] as const;
const CONNECTED_STATES = ['refused', 'starting', 'watching'] as const;

const STATUS_KINDS: Readonly<Record<Exclude<Connection, 'unsupported'>, StatusKind>> = {
  searching: 'muted',
  noWindows: 'muted',
  choosing: 'muted',
  windowMissing: 'warn',
  refused: 'warn',
  starting: 'info',
  watching: 'ok',
  lost: 'warn',
};

type State = ReturnType<Live['getSnapshot']>;

function toConnection(state: State): Connection {
  if (state.matches('unsupported')) return 'unsupported';
  return (
    TOP_STATES.find((one) => state.matches({ visited: { connection: one } })) ??
    CONNECTED_STATES.find((one) => state.matches({ visited: { connection: { connected: one } } })) ??
    'searching'
  );
}

/** The state of the connection and its text. */
export function useConnection(room: Live): { connection: Connection; status: Status } {
  const connection = useSelector(room, toConnection);
  const isPaused = useSelector(room, (state) => state.matches({ visited: { stream: 'paused' } }));
  const count = useSelector(room, ({ context }) => context.windows.length);
  if (connection === 'unsupported') return { connection, status: { kind: 'error', text: 'live.status.noWindows', values: {} } };
  if (connection === 'watching' && isPaused) {
    return { connection, status: { kind: 'info', text: 'live.status.paused', values: {} } };
  }
  return { connection, status: { kind: STATUS_KINDS[connection], text: `live.status.${connection}`, values: { count } } };
}
