import { describe, expect, it } from 'vitest';
import { type OutcomeOptions, toSaveOutcome } from './save-outcome.ts';

interface Values {
  name: string;
  paths: string[];
}
interface Row {
  id: number;
  version: number;
  title: string;
}

const reading: OutcomeOptions<Values, string, { id: number; version: number }, Row> = {
  fields: ['name', 'paths'],
  fieldOf: { DUPLICATE: 'name' },
  latest: ({ id, version, title }) => ({ values: { name: title, paths: [] }, subject: { id, version } }),
};

const refused = (reason: string, data: Record<string, unknown> = {}) =>
  toSaveOutcome<Values, string, { id: number; version: number }, Row>(
    Promise.reject(Object.assign(new Error('words of the server'), { reason, data })),
    reading,
  );

describe('the outcome of a save', () => {
  it('is the saved value', async () => {
    await expect(toSaveOutcome(Promise.resolve(7), { fields: [] })).resolves.toEqual({ kind: 'saved', saved: 7 });
  });

  it('has the saved row as the form would open it, where the save can be undone', async () => {
    const reopen = (id: number) => ({ values: { name: 'a' }, subject: { id, version: 2 } });
    await expect(toSaveOutcome(Promise.resolve(7), { fields: ['name'], reopen })).resolves.toEqual({
      kind: 'saved',
      saved: 7,
      reopened: reopen(7),
    });
  });

  it("shows a reason about a field at that field, in the server's words", async () => {
    await expect(refused('DUPLICATE')).resolves.toEqual({
      kind: 'refused',
      faults: { name: { message: 'words of the server' } },
      others: [],
    });
  });

  it('marks a refusal that the form shows, so that no notice repeats it', async () => {
    const refusal = (reason: string, data: object = {}) => Object.assign(new Error('taken'), { reason, data, isShownInPlace: false });
    const isMarked = async (error: ReturnType<typeof refusal>) => {
      await toSaveOutcome(Promise.reject(error), reading).catch(() => undefined);
      return error.isShownInPlace;
    };
    expect(await isMarked(refusal('DUPLICATE'))).toBe(true);
    expect(await isMarked(refusal('VALIDATION', { errors: [{ field: 'name', message: 'too long' }] }))).toBe(true);
    expect(await isMarked(refusal('VERSION_CONFLICT', { latest: { id: 1, version: 2, title: 'a' } }))).toBe(true);
    expect(await isMarked(refusal('NO_ACTION'))).toBe(false);
  });

  it('shows faults at visible fields, also for an index below them, and the others above the form', async () => {
    const errors = [
      { field: 'paths/0', message: 'first' },
      { field: 'paths.1', message: 'second' },
      { field: 'name', rule: 'maxLength', message: 'too long' },
      { field: 'version', message: 'not shown' },
    ];
    await expect(refused('VALIDATION', { errors })).resolves.toEqual({
      kind: 'refused',
      faults: { paths: { field: 'paths/0', message: 'first' }, name: { field: 'name', message: 'too long' } },
      others: ['version: not shown'],
    });
  });

  it('finds the field of a nested path, the outermost one first', async () => {
    const errors = [
      { field: 'patch.name', message: 'wrong' },
      { field: 'paths[2].name', message: 'third' },
      { field: 'patch.version', message: 'not shown' },
    ];
    await expect(refused('VALIDATION', { errors })).resolves.toEqual({
      kind: 'refused',
      faults: { name: { field: 'patch.name', message: 'wrong' }, paths: { field: 'paths[2].name', message: 'third' } },
      others: ['patch.version: not shown'],
    });
  });

  it('reports who saved first, and with which values', async () => {
    const data = { by: '王', at: '2026-11-20T08:00:00Z', latest: { id: 1, version: 5, title: 'theirs' } };
    await expect(refused('VERSION_CONFLICT', data)).resolves.toEqual({
      kind: 'conflict',
      conflict: {
        by: '王',
        at: '2026-11-20T08:00:00Z',
        latest: { values: { name: 'theirs', paths: [] }, subject: { id: 1, version: 5 } },
      },
    });
  });

  it.each([
    ['a refusal no form can answer', () => refused('INTERNAL')],
    ['a conflict without the newest row', () => refused('VERSION_CONFLICT')],
    ['wrong fields that are none', () => refused('VALIDATION', { errors: [null, { field: 3 }, 'name'] })],
    ['a fault of the network', () => toSaveOutcome(Promise.reject(new Error('no network')), reading)],
    ['something that is no error', () => toSaveOutcome(Promise.reject('text'), reading)],
  ])('throws on %s', async (_, ask) => {
    await expect(ask()).rejects.toBeDefined();
  });
});
