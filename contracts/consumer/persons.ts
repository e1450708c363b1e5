import { assetAssigned, assetInBatch, signedInAs } from '#contracts/states/states.ts';
import { ada, adaGrants } from './channel-answers.ts';
import type { Ask } from './exchange.ts';
import type { PersonPage, PersonServices } from './person-page.ts';
import { describeAuthorising } from './persons-authorising.ts';
import { describePersonChanges } from './persons-changes.ts';
import { describePersonList } from './persons-list.ts';

/** The exchanges that both pages of personal accounts have. */
export function describePersons(ask: Ask, services: PersonServices): void {
  const admin = [signedInAs('admin')];
  const known = [...admin, adaGrants, ada(services.usage)];
  const page: PersonPage = {
    services,
    at: (verb) => `/api${services.path}/${verb}`,
    admin,
    known,
    assigned: [...known, assetAssigned({ asset_type: 'personal_account', asset_id: 51, user_id: 11 })],
    busy: [...known, assetInBatch({ asset_type: 'personal_account', asset_id: 51, batch_id: 900 })],
  };
  describePersonList(ask, page);
  describeAuthorising(ask, page);
  describePersonChanges(ask, page);
}
