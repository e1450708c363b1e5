import { fromPromise } from 'xstate';
import { siteDeletion, siteForm, siteManagementMachine, siteSwitch } from '#machines/auth-site/site-management.machine.ts';
import { siteTimezones } from '#machines/auth-site/site-pickers.machine.ts';
import { siteVerification } from '#machines/auth-site/site-verification.machine.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { assigning, assignmentHistory } from '#src/parts/assets/assets.wiring.ts';
import { homepages, pixels, staff, units } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { deleteSite, exportSites, listSites, setSiteStatus, verifyInfo, verifySite } from '#src/services/sites.service.ts';
import { landings } from './site-landings.wiring.ts';
import { saveSite } from './site-save.wiring.ts';

/** Site management, with everything it needs from the outside world. */
export const siteManagement = listPageWith(siteManagementMachine, {
  path: '/auth/site',
  rows: listSites,
  exportCall: exportSites,
  parts: {
    form: siteForm.provide({ actors: { save: fromPromise(({ input }) => saveSite(input)), draft: draftKeeperWith(drafts) } }),
    siteSwitch: siteSwitch.provide({
      actors: { run: fromPromise(({ input: { subject } }) => setSiteStatus({ id: subject.row.id, status: subject.status })) },
    }),
    deletion: siteDeletion.provide({ actors: { run: fromPromise(({ input: { subject } }) => deleteSite({ id: subject.id })) } }),
    verification: siteVerification.provide({
      actors: {
        loadInfo: fromPromise(({ input, signal }) => verifyInfo({ id: input.siteId }, signal)),
        check: fromPromise(({ input }) => verifySite({ id: input.siteId })),
      },
    }),
    landings,
    assigning,
    history: assignmentHistory,
    pixels,
    homepages,
    timezones: siteTimezones.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['timezones'] }, signal)).timezones ?? []) },
    }),
    staff,
    units,
  },
});
