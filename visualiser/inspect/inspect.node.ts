// `machine-visualiser/inspect` for Node.
import { WebSocket } from 'ws';
import { createInspectorWith, type Inspector, type InspectorOptions } from './create-inspector.ts';

const create = createInspectorWith((url) => {
  const socket = new WebSocket(url);
  // A program ends when its work is done, whether or not it is watched.
  socket.on('upgrade', ({ socket: connection }) => connection.unref());
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    addEventListener: (type: 'open' | 'close' | 'error' | 'message', listener: (event: { data: unknown }) => void) => {
      if (type === 'message') socket.on('message', (data) => listener({ data: String(data) }));
      else socket.on(type, () => listener({ data: undefined }));
    },
  };
});

/** Lets the visualiser on this computer watch the machines of this program. */
export const createInspector = (options: InspectorOptions = {}): Inspector => create(options);
