import { adsReadBacks } from './ads.ts';
import { assetsReadBacks } from './assets.ts';
import { contentReadBacks } from './content.ts';
import { hostingReadBacks } from './hosting.ts';
import { peopleReadBacks } from './people.ts';
import type { ReadBacks } from './read-back.ts';

/**
 * What reads back the change of each write. An entry becomes an exchange of its own: after the states of the write and its request, the
 * call answers these values.
 */
export const readBacks: ReadBacks = {
  ...adsReadBacks,
  ...assetsReadBacks,
  ...contentReadBacks,
  ...hostingReadBacks,
  ...peopleReadBacks,
};
