import { adHostingMachine } from '#machines/operation-account/ad-hosting.machine.ts';
import { tabbedPageWith } from '#src/parts/lists/tabbed-page.wiring.ts';
import { ruleHits, ruleManagement } from '#src/parts/rules/rules.wiring.ts';
import { hostAccounts } from './host-accounts.wiring.ts';

/** Provides ad hosting with all actors. */
export const adHosting = tabbedPageWith(adHostingMachine, { accounts: hostAccounts, rules: ruleManagement, hits: ruleHits });
