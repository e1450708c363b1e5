import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

/** Work that ends when it is told to, and lists in which order it began. */
function bench(options: { atOnce: number; places: number }) {
  const turns = new FairTurns(options);
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

test('so many run at once, the others in their order', async () => {
  const { ask, begun, endOne } = bench({ atOnce: 2, places: 10 });
  for (const name of ['a', 'b', 'c', 'd']) ask(name, 'one');
  expect(begun).toEqual(['a', 'b']);
  await endOne();
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a sign-in from elsewhere waits for one turn, however many wait in another lane', async () => {
  const { ask, begun, refused, endOne } = bench({ atOnce: 1, places: 100 });
  for (let count = 0; count < 1_500; count += 1) ask(`bogus ${count}`, 'attacker');
  await endOne();
  ask('honest', 'home');
  await endOne();
  await endOne();
  expect(begun).toContain('honest');
  expect(begun.length).toBeLessThanOrEqual(4);
  expect(refused.length).toBe(1_500 - 101);
});

test('with all places taken, the longest lane gives one up for a new lane, and a full lane is refused at once', async () => {
  const { ask, begun, refused, endOne } = bench({ atOnce: 1, places: 3 });
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

test('a failure gives its place to the next', async () => {
  const turns = new FairTurns({ atOnce: 1, places: 1 });
  await expect(turns.run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(turns.run('one', async () => 'done')).resolves.toBe('done');
});
