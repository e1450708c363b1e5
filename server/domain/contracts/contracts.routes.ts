import { loadCatalogue } from '#contracts/endpoints/contracts.ts';
import { defineCall } from '../call.ts';
import { Refusal } from '../refusal.ts';

const notBuilt = {
  zh: '合约目录尚未构建，请运行 npm run contracts:docs',
  en: 'The catalogue of the contracts was not built; run npm run contracts:docs',
};

export const catalogueCalls = [
  defineCall({
    endpoint: loadCatalogue,
    audit: 'read',
    async handle({ catalogue }) {
      const built = await catalogue();
      if (built === null) throw new Refusal('NOT_FOUND', { text: notBuilt });
      return built;
    },
  }),
];
