import { type NewAlert, raiseAlert } from '../alerts.ts';
import { findAccountPeople } from '../assets/index.ts';
import type { AlertSubject } from '../incidents.ts';
import type { Job } from '../jobs/index.ts';
import { readLimits } from '../limits.ts';
import { closeEndedIncidents } from './incidents.repository.ts';
import { type LoadedAccount, loadWatchedAccounts } from './watch.query.ts';
import { type Finding, judgeDelivery } from './watch.rules.ts';

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const formatUsd = (cents: number): string => usd.format(cents / 100);

function toAlert({ id, name, date }: LoadedAccount, finding: Finding, hours: { spend: number; orders: number }): NewAlert {
  const about: AlertSubject = { type: 'ad_account', key: id, name };
  const common = {
    about,
    link: `/advertising/campaign?${new URLSearchParams({ account_id: String(id), date_from: date, date_to: date })}`,
    dedupeKey: `${finding.kind}:${id}:${date}`,
  };
  const spend = formatUsd(finding.spend);
  if (finding.kind === 'spend_without_orders') {
    return { ...common, kind: finding.kind, data: { name, hours: hours.orders, spend, expected: finding.expected } };
  }
  return { ...common, kind: finding.kind, data: { name, hours: hours.spend, spend, usual: formatUsd(finding.usual) } };
}

/** Alerts the users of ad accounts whose delivery is unusual, once a day and kind, and closes incidents whose cause is gone. */
export const deliveryWatch: Job = {
  key: 'delivery.watch',
  name: { zh: '投放监测', en: 'Watch delivery' },
  cron: '10,40 * * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run({ db, now, signal, log }) {
    const limits = await readLimits(db);
    const accounts = await loadWatchedAccounts(db, limits, now);
    const unusual: number[] = [];
    for (const account of accounts) {
      signal.throwIfAborted();
      const findings = judgeDelivery(account, limits);
      if (findings.length === 0) continue;
      unusual.push(account.id);
      const people = await findAccountPeople(db, account.id);
      for (const finding of findings) {
        log(`${account.name}: ${finding.kind}`);
        const alert = toAlert(account, finding, { spend: limits.watchHours, orders: limits.watchOrderHours });
        await db.transaction().execute((transaction) => raiseAlert(transaction, people, alert, now));
      }
    }
    const calm = accounts.map(({ id }) => id).filter((id) => !unusual.includes(id));
    const closed = await closeEndedIncidents(db, { calm, unusual }, now);
    return {
      rowsIn: accounts.length,
      rowsOut: unusual.length,
      message: `${unusual.length} of ${accounts.length} accounts are unusual, ${closed} incidents closed`,
    };
  },
};
