import { describe, expect, it } from 'vitest';
import { asking, noting, stage } from '#tests/support/stage.ts';
import { type Language, type LocaleName, localeMachine } from './locale.machine.ts';

const begin = () => {
  const server = asking<Language, { locale: LocaleName }>();
  const { notes, names, effect } = noting();
  const machine = localeMachine.provide({
    actors: { loadLanguage: server.logic },
    actions: {
      storeLocale: effect('storeLocale'),
      setDocumentLanguage: effect('setDocumentLanguage'),
      announceLanguageFailure: effect('announceLanguageFailure'),
    },
  });
  return { server, notes, names, ...stage(machine, { language: { name: 'zh-cn' } }) };
};

describe('the language', () => {
  it('is set on the page at the start', () => {
    expect(begin().notes).toEqual([['setDocumentLanguage', { locale: 'zh-cn' }]]);
  });

  it('stays the old one until the new one has loaded', async () => {
    const { actor, server, notes } = begin();
    actor.send({ type: 'locale.chosen', locale: 'en' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    expect(actor.getSnapshot().context.language.name).toBe('zh-cn');
    await server.question().answer({ name: 'en' });
    expect(actor.getSnapshot().context.language.name).toBe('en');
    expect(notes.slice(1)).toMatchObject([
      ['storeLocale', { locale: 'en' }],
      ['setDocumentLanguage', { locale: 'en' }],
    ]);
  });

  it('stays the old one when the new one fails to load, and says so', async () => {
    const { actor, server, names } = begin();
    actor.send({ type: 'locale.chosen', locale: 'en' });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { language: { name: 'zh-cn' }, wanted: 'zh-cn' } });
    expect(names()).toContain('announceLanguageFailure');
    actor.send({ type: 'locale.chosen', locale: 'en' });
    expect(server.questions).toHaveLength(2);
  });

  it('is not loaded if it is already shown', () => {
    const { actor, server } = begin();
    actor.send({ type: 'locale.chosen', locale: 'zh-cn' });
    actor.send({ type: 'locale.changedElsewhere', locale: 'zh-cn' });
    expect(server.questions).toHaveLength(0);
  });

  it('follows another browser tab without storing it again', async () => {
    const { actor, server, names } = begin();
    actor.send({ type: 'locale.changedElsewhere', locale: 'en' });
    await server.question().answer({ name: 'en' });
    expect(actor.getSnapshot().context.language.name).toBe('en');
    expect(names()).not.toContain('storeLocale');
  });

  it('is the one chosen last, even if that is the old one', async () => {
    const { actor, server, notes } = begin();
    actor.send({ type: 'locale.chosen', locale: 'en' });
    actor.send({ type: 'locale.chosen', locale: 'zh-cn' });
    for (const question of server.questions) await question.answer({ name: question.input.locale });
    expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { language: { name: 'zh-cn' }, wanted: 'zh-cn' } });
    expect(notes.filter(([name]) => name === 'storeLocale').at(-1)).toMatchObject(['storeLocale', { locale: 'zh-cn' }]);
  });
});
