import { describe, expect, it } from 'vitest';
import { noting, stage } from '#tests/support/stage.ts';
import { themeMachine } from './theme.machine.ts';

const begin = (isDark: boolean) => {
  const { notes, effect } = noting();
  return { notes, ...stage(themeMachine.provide({ actions: { paint: effect('paint'), storeTheme: effect('storeTheme') } }), { isDark }) };
};

describe('the theme', () => {
  it.each([true, false])('starts with the stored theme, painted once and not stored again: dark %s', (isDark) => {
    const { actor, notes } = begin(isDark);
    expect(actor.getSnapshot().value).toBe(isDark ? 'dark' : 'light');
    expect(notes).toEqual([['paint', { isDark }]]);
  });

  it('is painted and stored with every toggle', () => {
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

  it('follows another browser tab without storing it again', () => {
    const { actor, notes } = begin(false);
    actor.send({ type: 'theme.changedElsewhere', isDark: true });
    actor.send({ type: 'theme.changedElsewhere', isDark: true });
    expect(notes.slice(1)).toEqual([['paint', { isDark: true }]]);
    actor.send({ type: 'theme.changedElsewhere', isDark: false });
    expect(actor.getSnapshot().value).toBe('light');
    expect(notes.map(([name]) => name)).not.toContain('storeTheme');
  });
});
