import { describe, expect, it } from 'vitest';
import { noting, stage } from '#tests/support/stage.ts';
import { themeMachine } from './theme.machine.ts';

const begin = (isDark: boolean) => {
  const { notes, effect } = noting();
  return { notes, ...stage(themeMachine.provide({ actions: { paint: effect('paint'), storeTheme: effect('storeTheme') } }), { isDark }) };
};

describe('the theme', () => {
  it.each([true, false])('starts as it was left, painted once and not stored again: dark %s', (isDark) => {
    const { actor, notes } = begin(isDark);
    expect(actor.getSnapshot().value).toBe(isDark ? 'dark' : 'light');
    expect(notes).toEqual([['paint', { isDark }]]);
  });

  it('is painted and stored when it is toggled, there and back', () => {
    const { actor, notes } = begin(false);
    actor.send({ type: 'theme.toggled' });
    actor.send({ type: 'theme.toggled' });
    expect(notes.slice(1)).toEqual([
      ['storeTheme', { isDark: true }],
      ['paint', { isDark: true }],
      ['storeTheme', { isDark: false }],
      ['paint', { isDark: false }],
    ]);
  });

  it('follows another tab without storing what that one stored', () => {
    const { actor, notes } = begin(false);
    actor.send({ type: 'theme.followed', isDark: true });
    actor.send({ type: 'theme.followed', isDark: true });
    expect(notes.slice(1)).toEqual([['paint', { isDark: true }]]);
    actor.send({ type: 'theme.followed', isDark: false });
    expect(actor.getSnapshot().value).toBe('light');
    expect(notes.map(([name]) => name)).not.toContain('storeTheme');
  });
});
