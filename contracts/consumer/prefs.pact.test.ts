import { expect, it } from 'vitest';
import { nothingElse, preferenceSaved, signedInAs } from '#contracts/states/states.ts';
import { getPrefs, savePref } from '#src/services/prefs.service.ts';
import { describePact, success } from './exchange.ts';

const key = 'table:/sys/accounts';

describePact('prefs', (ask) => {
  it('returns nothing when nothing was saved', () =>
    ask(
      { given: [signedInAs('staff'), nothingElse()], path: '/api/sys-prefs/get', body: { keys: [key] }, reply: success({ values: {} }) },
      async () => {
        expect(await getPrefs({ keys: [key] })).toEqual({ values: {} });
      },
    ));

  it('returns the saved value', () =>
    ask(
      {
        given: [signedInAs('staff'), preferenceSaved({ by: 'staff', key, value: { density: 'compact' } })],
        path: '/api/sys-prefs/get',
        body: { keys: [key] },
        reply: success({ values: { [key]: { density: 'compact' } } }),
      },
      async () => expect(await getPrefs({ keys: [key] })).toEqual({ values: { [key]: { density: 'compact' } } }),
    ));

  it('saves the settings of a table', () => {
    const body = { key, value: { shown: ['account', 'name'], density: 'compact' } };
    return ask({ given: [signedInAs('staff')], path: '/api/sys-prefs/save', body, reply: success({}) }, async () => {
      expect(await savePref(body)).toEqual({});
    });
  });
});
