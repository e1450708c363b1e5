import { call } from './call.ts';

const words = { zh: true, en: true } as const;

/** The full contract catalogue: the API and everything a backend owes the console. */
export const loadCatalogue = call('/sys-contracts/catalogue', {
  version: true,
  calls: [
    {
      name: true,
      resource: true,
      method: true,
      path: true,
      summary: words,
      access: true,
      action: true,
      effect: true,
      answer: true,
      request: true,
      reply: true,
      reasons: { own: true, common: true },
      promised: true,
      examples: [
        {
          description: true,
          states: [{ name: true, params: true }],
          request: true,
          answer: { code: true, message: true, data: true },
        },
      ],
      uses: [{ service: true, page: { path: true, title: words }, machines: true }],
    },
  ],
  reasons: [{ reason: true, code: true, meaning: words, data: true, answeredBy: true, calls: true }],
  states: [
    {
      name: true,
      meaning: words,
      beginsAnew: true,
      params: [{ name: true, type: true, meaning: words }],
      examples: true,
      exchanges: true,
    },
  ],
  releases: [{ version: true, date: true, changes: [{ call: true, words, consoles: true, backends: true }] }],
});
