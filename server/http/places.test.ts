import { describe, expect, it, vi } from 'vitest';
import type { SheetFile } from '#server/domain/spreadsheet/index.ts';
import { Places } from './places.ts';
import { sendFile } from './send-file.ts';

const staying = new AbortController().signal;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('places', () => {
  it('are refused to one person who has all of theirs, and not to the next', async () => {
    const places = new Places({ ofOne: 2, ofAll: 10 });
    const leave = await places.take(1, staying);
    await places.take(1, staying);
    await expect(places.take(1, staying)).rejects.toMatchObject({ reason: 'TOO_MANY_REQUESTS' });
    await places.take(2, staying);
    leave();
    leave();
    await places.take(1, staying);
    await expect(places.take(1, staying)).rejects.toMatchObject({ reason: 'TOO_MANY_REQUESTS' });
  });

  it('of all are waited for in turn', async () => {
    const places = new Places({ ofOne: 2, ofAll: 2 });
    const leave = await places.take(1, staying);
    await places.take(2, staying);
    const entered: number[] = [];
    const waiting = [3, 4].map((user) => places.take(user, staying).then(() => entered.push(user)));
    await settled();
    expect(entered).toEqual([]);
    leave();
    await waiting[0];
    await settled();
    expect(entered).toEqual([3]);
  });

  it('are waited for by nobody who is gone', async () => {
    const places = new Places({ ofOne: 1, ofAll: 1 });
    const leave = await places.take(1, staying);
    const gone = new AbortController();
    const given = places.take(2, gone.signal);
    gone.abort(new Error('hung up'));
    await expect(given).rejects.toThrow('hung up');
    leave();
    await places.take(2, staying);
  });
});

it('a file that nobody reads any more is given up, with what stands behind it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  try {
    const ends: string[] = [];
    const file: SheetFile = {
      fileName: 'a.xlsx',
      asciiName: 'a.xlsx',
      rowCount: 1,
      estimatedLength: 1,
      bytes: (async function* endless() {
        for (;;) yield Buffer.alloc(100_000);
      })(),
      close: async () => void ends.push('closed'),
    };
    const sent: { destroyed: boolean; read(): unknown; on(event: 'error', told: (error: Error) => void): void }[] = [];
    const reply = {
      header: () => reply,
      send: (stream: (typeof sent)[number]) => {
        sent.push(stream);
        return reply;
      },
      log: { error: () => undefined },
    };
    sendFile(reply as never, file, () => ends.push('left'));
    sent[0]?.on('error', (error) => ends.push(error.message));
    // The first bytes are taken, and then no more.
    sent[0]?.read();
    await settled();
    vi.advanceTimersByTime(50_000);
    expect(sent[0]?.destroyed).toBe(false);
    vi.advanceTimersByTime(30_000);
    await vi.waitFor(() => expect(ends).toEqual(['nobody reads the file any more', 'closed', 'left']));
  } finally {
    vi.useRealTimers();
  }
});
