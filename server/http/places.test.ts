import { describe, expect, it, vi } from 'vitest';
import type { SheetFile } from '#server/domain/spreadsheet/index.ts';
import { Places } from './places.ts';
import { sendFile } from './send-file.ts';

const neverAborted = new AbortController().signal;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('export places', () => {
  it('are refused to a user who has taken all of theirs, but not to others', async () => {
    const places = new Places({ perUser: 2, total: 10 });
    const leave = await places.take(1, neverAborted);
    await places.take(1, neverAborted);
    await expect(places.take(1, neverAborted)).rejects.toMatchObject({ reason: 'TOO_MANY_REQUESTS' });
    await places.take(2, neverAborted);
    leave();
    leave();
    await places.take(1, neverAborted);
    await expect(places.take(1, neverAborted)).rejects.toMatchObject({ reason: 'TOO_MANY_REQUESTS' });
  });

  it('are given in order when all are taken', async () => {
    const places = new Places({ perUser: 2, total: 2 });
    const leave = await places.take(1, neverAborted);
    await places.take(2, neverAborted);
    const entered: number[] = [];
    const waiting = [3, 4].map((user) => places.take(user, neverAborted).then(() => entered.push(user)));
    await settled();
    expect(entered).toEqual([]);
    leave();
    await waiting[0];
    await settled();
    expect(entered).toEqual([3]);
  });

  it('are not given to a client that has disconnected', async () => {
    const places = new Places({ perUser: 1, total: 1 });
    const leave = await places.take(1, neverAborted);
    const gone = new AbortController();
    const given = places.take(2, gone.signal);
    gone.abort(new Error('hung up'));
    await expect(given).rejects.toThrow('hung up');
    leave();
    await places.take(2, neverAborted);
  });
});

it('a file whose client stops reading is given up with its resources', async () => {
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
    // Reads the first bytes and no more.
    sent[0]?.read();
    await settled();
    vi.advanceTimersByTime(50_000);
    expect(sent[0]?.destroyed).toBe(false);
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => ends).toEqual(['nobody reads the file any more', 'closed', 'left']);
  } finally {
    vi.useRealTimers();
  }
});
