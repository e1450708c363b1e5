import { expect, it } from 'vitest';
import { createActor, fromPromise, setup, toPromise } from 'xstate';
import { effect, isPlaceholder, missingActor } from './placeholders.ts';
import { tell, toChild } from './tell.ts';

it('names the placeholder that was not provided', async () => {
  expect(() => effect('paint')(undefined, undefined)).toThrow('paint');
  await expect(toPromise(createActor(missingActor<string>('loadUser')).start())).rejects.toThrow('loadUser');
});

it('distinguishes placeholders from provided implementations', () => {
  expect([effect('paint'), missingActor('loadUser')].map(isPlaceholder)).toEqual([true, true]);
  expect([() => undefined, fromPromise(async () => 1), null, 'paint', undefined].map(isPlaceholder)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('tells facts to the parent, and to no one without a parent', () => {
  const child = setup({ actions: { say: tell(() => ({ type: 'child.spoke' })) } }).createMachine({ on: { speak: { actions: 'say' } } });
  const heard: string[] = [];
  const toOwnChild = toChild(child, 'child');
  const parent = setup({ actors: { child }, actions: { order: toOwnChild(() => ({ type: 'speak' })) } }).createMachine({
    invoke: { id: 'child', src: 'child' },
    on: { order: { actions: 'order' }, 'child.spoke': { actions: () => void heard.push('child.spoke') } },
  });
  createActor(parent).start().send({ type: 'order' });
  expect(heard).toEqual(['child.spoke']);

  const alone = createActor(child).start();
  alone.send({ type: 'speak' });
  expect(alone.getSnapshot().status).toBe('active');
});
