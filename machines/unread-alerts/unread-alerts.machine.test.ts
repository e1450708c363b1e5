import { expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { alertPageOf, COUNT_PAUSE_MS, unreadAlertsMachine } from './unread-alerts.machine.ts';

function begin(paths: readonly string[] = ['/index']) {
  const count = asking<number>();
  const reader = asking<void>();
  const { actor, clock } = stage(unreadAlertsMachine.provide({ actors: { countUnread: count.logic, awaitReader: reader.logic } }));
  actor.send({ type: 'alerts.permitted', paths });
  return { actor, clock, count, reader, unread: () => actor.getSnapshot().context.unread };
}

it('counts at once for a user who may read alerts, and again after a pause once the window is visible', async () => {
  const { clock, count, reader, unread } = begin();
  await count.question().answer(3);
  expect(unread()).toBe(3);
  clock.increment(COUNT_PAUSE_MS);
  expect([reader.questions.length, count.questions.length]).toEqual([1, 1]);
  await reader.question().answer();
  await count.question().answer(4);
  expect(unread()).toBe(4);
});

it('counts nothing for a user without a page of alerts, and forgets the number when the page is taken away', async () => {
  expect(begin(['/sys/role']).count.questions).toHaveLength(0);
  const { actor, count, unread } = begin();
  await count.question().answer(3);
  actor.send({ type: 'alerts.permitted', paths: ['/sys/role'] });
  expect(unread()).toBeUndefined();
  actor.send({ type: 'window.focused' });
  expect(count.questions).toHaveLength(1);
});

it('follows alerts that were read, and drops an older count that comes later', async () => {
  const { actor, count, unread } = begin();
  await count.question().answer(3);
  actor.send({ type: 'window.focused' });
  actor.send({ type: 'alerts.read', unread: 0 });
  await count.question().answer(3);
  expect(unread()).toBe(0);
});

it('keeps the number after a failed count, and tries again after a pause', async () => {
  const { actor, clock, count, reader, unread } = begin();
  await count.question().answer(3);
  actor.send({ type: 'window.focused' });
  await count.question().refuse(new Error('no network'));
  expect(unread()).toBe(3);
  clock.increment(COUNT_PAUSE_MS);
  await reader.question().answer();
  expect(count.questions).toHaveLength(3);
});

it('leads to the home page of the user', () => {
  expect([alertPageOf(['/sys/role', '/index']), alertPageOf(['/admin/index']), alertPageOf([])]).toEqual([
    '/index',
    '/admin/index',
    undefined,
  ]);
});
