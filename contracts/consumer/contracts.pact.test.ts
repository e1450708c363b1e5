import { expect, it } from 'vitest';
import type { ContractCatalogue } from '#contracts/endpoints/contracts.ts';
import { catalogueBuilt, signedInAs } from '#contracts/states/states.ts';
import { loadCatalogue } from '#src/services/contracts.service.ts';
import { describePact, success } from './exchange.ts';
import { askForGone, askRefused, expectQuiet } from './refused.ts';

const path = '/api/sys-contracts/catalogue';
const words = { zh: '例', en: 'Example' };

/** A catalogue with one of everything. A provider returns it unchanged, so no field needs a matcher. */
const catalogue: ContractCatalogue = {
  version: '1.4.0',
  calls: [
    {
      name: 'shoes.list',
      resource: 'shoes',
      method: 'POST',
      path: '/api/shoes/list',
      summary: words,
      access: 'signedIn',
      action: null,
      effect: 'read',
      answer: 'envelope',
      request: { type: 'object' },
      reply: { type: 'object' },
      reasons: { own: ['NOT_FOUND'], common: ['VALIDATION'] },
      promised: ['list[].id'],
      examples: [
        {
          description: 'lists the shoes',
          states: [{ name: 'a shoe exists', params: {} }],
          request: {},
          answer: { code: 0, message: '成功', data: {} },
        },
      ],
      uses: [{ service: 'listShoes', page: { path: '/shoes', title: words }, machines: ['shoes'] }],
    },
  ],
  reasons: [{ reason: 'NOT_FOUND', code: 404, meaning: words, data: {}, answeredBy: 'calls', calls: ['shoes.list'] }],
  states: [
    {
      name: 'a shoe exists',
      meaning: words,
      beginsAnew: false,
      params: [{ name: 'id', type: 'number', meaning: words }],
      examples: [{}],
      exchanges: 1,
    },
  ],
  releases: [
    { version: '1.0.0', date: '2026-11-20', changes: [{ call: 'POST /api/shoes/list', words, consoles: 'safe', backends: 'breaks' }] },
  ],
};

describePact('contracts', (ask) => {
  it('gives the catalogue of the contracts to an administrator', () =>
    ask({ given: [signedInAs('admin'), catalogueBuilt(catalogue)], path, body: {}, reply: success(catalogue) }, async (heard) => {
      expect(await loadCatalogue({})).toEqual(catalogue);
      expectQuiet(heard);
    }));

  it('gives the catalogue of the contracts to a super admin', () =>
    ask({ given: [signedInAs('super'), catalogueBuilt(catalogue)], path, body: {}, reply: success(catalogue) }, async () =>
      expect(await loadCatalogue({})).toEqual(catalogue),
    ));

  it('refuses to give the catalogue to a user who is not an administrator', () =>
    askRefused(ask, {
      given: [signedInAs('staff'), catalogueBuilt(catalogue)],
      path,
      body: {},
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => loadCatalogue({}),
    }));

  it('refuses to give a catalogue that was not built', () => askForGone(ask, { path, body: {}, call: () => loadCatalogue({}) }));
});
