import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Starts work that ends on request, and records the order in which it began. */
function bench(options: { concurrency: number; maxWaiting: number }) {
  const turns = new FairQueue(options);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (name: string, lane: string) => {
    turns
      .run(lane, () => {
        begun.push(name);
        return new Promise<void>((end) => void ends.push(end));
      })
      .catch((error: { reason: string }) => void refused.push(`${name} ${error.reason}`));
  };
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { ask, begun, refused, endOne };
}

test('runs a limited number of tasks at once, the others in order', async () => {
  const { ask, begun, endOne } = bench({ concurrency: 2, maxWaiting: 10 });
  for (const name of ['a', 'b', 'c', 'd']) ask(name, 'one');
  expect(begun).toEqual(['a', 'b']);
  await endOne();
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a task of a new lane waits for one turn, even behind a long lane', async () => {
  const { ask, begun, refused, endOne } = bench({ concurrency: 1, maxWaiting: 100 });
  for (let count = 0; count < 1_500; count += 1) ask(`bogus ${count}`, 'attacker');
  await endOne();
  ask('honest', 'home');
  await endOne();
  await endOne();
  expect(begun).toContain('honest');
  expect(begun.length).toBeLessThanOrEqual(4);
  expect(refused.length).toBe(1_500 - 101);
});

test('when the queue is full, the longest lane gives up a place to a new lane, and its own new tasks are refused', async () => {
  const { ask, begun, refused, endOne } = bench({ concurrency: 1, maxWaiting: 3 });
  for (const name of ['a', 'b', 'c', 'd']) ask(name, 'long');
  await endOne();
  ask('e', 'long');
  await new Promise(setImmediate);
  expect(refused).toEqual([]);
  ask('f', 'long');
  ask('g', 'other');
  await new Promise(setImmediate);
  expect(refused).toEqual(['f TOO_MANY_REQUESTS', 'e TOO_MANY_REQUESTS']);
  for (let left = 0; left < 4; left += 1) await endOne();
  expect(begun).toEqual(['a', 'b', 'c', 'g', 'd']);
});

test('a failed task makes room for the next', async () => {
  const turns = new FairQueue({ concurrency: 1, maxWaiting: 1 });
  await expect(turns.run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(turns.run('one', async () => 'done')).resolves.toBe('done');
});
