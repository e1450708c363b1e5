import { describe, expect, it } from 'vitest';
import { asking, noting, stage } from '#tests/support/stage.ts';
import { type Language, type LocaleName, localeMachine } from './locale.machine.ts';

const begin = () => {
  const server = asking<Language, { locale: LocaleName }>();
  const { notes, names, effect } = noting();
  const machine = localeMachine.provide({
    actors: { loadLanguage: server.logic },
    actions: { storeLocale: effect('storeLocale'), nameLanguage: effect('nameLanguage'), tellMissing: effect('tellMissing') },
  });
  return { server, notes, names, ...stage(machine, { language: { name: 'zh-cn' } }) };
};

describe('the language', () => {
  it('is named when it is first spoken', () => {
    expect(begin().notes).toEqual([['nameLanguage', { locale: 'zh-cn' }]]);
  });

  it('stays the old one until the new one has arrived', async () => {
    const { actor, server, notes } = begin();
    actor.send({ type: 'locale.chosen', locale: 'en' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    expect(actor.getSnapshot().context.language.name).toBe('zh-cn');
    await server.question().answer({ name: 'en' });
    expect(actor.getSnapshot().context.language.name).toBe('en');
    expect(notes.slice(1)).toMatchObject([
      ['storeLocale', { locale: 'en' }],
      ['nameLanguage', { locale: 'en' }],
    ]);
  });

  it('stays the old one when the new one does not come, and says so', async () => {
    const { actor, server, names } = begin();
    actor.send({ type: 'locale.chosen', locale: 'en' });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot()).toMatchObject({ value: 'speaking', context: { language: { name: 'zh-cn' }, wanted: 'zh-cn' } });
    expect(names()).toContain('tellMissing');
    actor.send({ type: 'locale.chosen', locale: 'en' });
    expect(server.questions).toHaveLength(2);
  });

  it('is not fetched when it is spoken already', () => {
    const { actor, server } = begin();
    actor.send({ type: 'locale.chosen', locale: 'zh-cn' });
    actor.send({ type: 'locale.followed', locale: 'zh-cn' });
    expect(server.questions).toHaveLength(0);
  });

  it('follows another tab without storing what that one stored', async () => {
    const { actor, server, names } = begin();
    actor.send({ type: 'locale.followed', locale: 'en' });
    await server.question().answer({ name: 'en' });
    expect(actor.getSnapshot().context.language.name).toBe('en');
    expect(names()).not.toContain('storeLocale');
  });

  it('is the one that was chosen last, also when that is the old one again', async () => {
    const { actor, server, notes } = begin();
    actor.send({ type: 'locale.chosen', locale: 'en' });
    actor.send({ type: 'locale.chosen', locale: 'zh-cn' });
    for (const question of server.questions) await question.answer({ name: question.input.locale });
    expect(actor.getSnapshot()).toMatchObject({ value: 'speaking', context: { language: { name: 'zh-cn' }, wanted: 'zh-cn' } });
    expect(notes.filter(([name]) => name === 'storeLocale').at(-1)).toMatchObject(['storeLocale', { locale: 'zh-cn' }]);
  });
});
