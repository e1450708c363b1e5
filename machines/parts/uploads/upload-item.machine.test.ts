import { describe, expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import { asking, settled, stage } from '#tests/support/stage.ts';
import { uploadItemMachine } from './upload-item.machine.ts';
import type { FinishOutcome, OpeningOutcome, ProcessingOutcome } from './upload-item-contract.ts';
import type { UploadFile } from './upload-rules.ts';

const file: UploadFile = { name: 'cut.mp4', size: 1_000, type: 'video/mp4' };
const meta = { biz: 'dj' as const, drama_id: 1, language: 'en', creator_user_id: 1, visibility: 'dept' as const, tags: [], title: 'A cut' };
const fit = { width: 720, durationMs: 5_000 };
const place = { id: 'u', url: '/api/uploads/u', chunkSize: 8 };
const opened: OpeningOutcome = { kind: 'opened', place, received: 300 };

function begin(given: { expected?: string } = {}) {
  const opening = asking<OpeningOutcome, { file: UploadFile; sha256: string; meta: typeof meta }>();
  const finishing = asking<FinishOutcome, { key: string; id: string }>();
  const processing = asking<ProcessingOutcome, { materialId: number }>();
  const cancelling = asking<void, { id: string }>();
  const forgotten: string[] = [];
  let sending = 0;
  const machine = uploadItemMachine.provide({
    actors: {
      checkFile: fromCallback(() => undefined),
      openUpload: opening.logic as never,
      sendBytes: fromCallback(() => {
        sending += 1;
        return () => {
          sending -= 1;
        };
      }),
      finishUpload: finishing.logic,
      askProcessing: processing.logic,
      cancelUpload: cancelling.logic,
    },
    actions: { forgetFile: (_, { key }) => void forgotten.push(key) },
  });
  const on = stage(machine, { key: 'k', file, expected: given.expected, refusal: undefined });
  const check = (sha256 = 'a', facts: { width: number | null; durationMs: number | null } = fit) => {
    on.actor.send({ type: 'item.started', meta });
    on.actor.send({ type: 'check.finished', sha256, facts });
  };
  const state = () => on.actor.getSnapshot();
  return { ...on, opening, finishing, processing, cancelling, forgotten, check, state, sending: () => sending };
}

describe('an uploaded file', () => {
  it('is checked, opened, sent from the received bytes on, finished, and polled until it is a material', async () => {
    const one = begin();
    one.check();
    expect(one.opening.inputs()).toEqual([{ file, sha256: 'a', meta }]);
    await one.opening.question().answer(opened);
    expect(one.state().context.sent).toBe(300);
    one.actor.send({ type: 'send.finished' });
    await one.finishing.question().answer({ kind: 'finished', materialId: 7 });
    expect(one.forgotten).toEqual(['k']);
    await one.processing.question().answer({ kind: 'waiting' });
    one.clock.increment(3_000);
    await one.processing.question().answer({ kind: 'ready' });
    expect(one.state().value).toBe('done');
    expect(one.facts).toEqual([
      { type: 'item.sent', key: 'k' },
      { type: 'item.settled', key: 'k', outcome: 'ready', materialId: 7 },
    ]);
  });

  it('stops sending when it is paused, and resumes without being read again', async () => {
    const one = begin();
    one.check();
    await one.opening.question().answer(opened);
    expect(one.sending()).toBe(1);
    one.actor.send({ type: 'item.paused' });
    expect([one.state().value, one.sending(), one.facts]).toEqual(['paused', 0, [{ type: 'item.rested', key: 'k' }]]);
    one.actor.send({ type: 'item.resumed' });
    one.actor.send({ type: 'item.started', meta });
    expect(one.state().value).toBe('opening');
    expect(one.opening.questions).toHaveLength(2);
  });

  it('is not sent if it is not the file of the earlier upload', () => {
    const one = begin({ expected: 'b' });
    one.check('a');
    expect([one.state().value, one.state().context.refusal]).toEqual(['refused', 'otherFile']);
  });

  it('is not sent if it is too narrow, too short or too long', () => {
    const found = [
      { width: 499, durationMs: null },
      { width: null, durationMs: 999 },
      { width: null, durationMs: 241 * 60_000 + 1 },
      { width: null, durationMs: null },
    ].map((facts) => {
      const one = begin();
      one.check('a', facts);
      return one.state().context.refusal;
    });
    expect(found).toEqual(['tooNarrow', 'tooShort', 'tooLong', undefined]);
  });

  it('names the existing material of the same file', async () => {
    const one = begin();
    one.check();
    const material = { id: 9, code: 'M9', title: 'Theirs', status: 'ready' };
    await one.opening.question().answer({ kind: 'duplicate', material });
    expect([one.state().value, one.state().context.existing]).toEqual(['duplicate', material]);
  });

  it('tells the queue when the server has no room', async () => {
    const one = begin();
    one.check();
    await one.opening.question().answer({ kind: 'full' });
    expect(one.facts).toEqual([
      { type: 'item.full', key: 'k' },
      { type: 'item.rested', key: 'k' },
    ]);
  });

  it('starts a new upload if the old one was closed', async () => {
    const one = begin();
    one.check();
    await one.opening.question().answer(opened);
    one.actor.send({ type: 'send.failed', reason: 'closed', failure: { message: 'closed', traceId: 't' } });
    expect([one.state().value, one.state().context.place]).toEqual(['failed', undefined]);
  });

  it('discards the received bytes when it is removed, and is gone even if that fails', async () => {
    const one = begin();
    one.check();
    await one.opening.question().answer(opened);
    one.actor.send({ type: 'item.removed' });
    expect(one.cancelling.inputs()).toEqual([{ id: 'u' }]);
    await one.cancelling.question().refuse(new Error('no answer'));
    await settled();
    expect(one.facts.at(-1)).toEqual({ type: 'item.gone', key: 'k' });
  });

  it('is dirty until the server has all of it', async () => {
    const one = begin();
    expect(one.state().hasTag('dirty')).toBe(true);
    one.check();
    await one.opening.question().answer(opened);
    expect(one.state().hasTag('dirty')).toBe(true);
    one.actor.send({ type: 'send.finished' });
    expect(one.state().hasTag('writing')).toBe(true);
    await one.finishing.question().answer({ kind: 'finished', materialId: 7 });
    expect([one.state().hasTag('dirty'), one.state().hasTag('writing')]).toEqual([false, false]);
  });
});
