import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { homepageManagementMachine } from './homepage-management.machine.ts';
import { checkHomepageSites, type HomepageRow, homepageQuery, missingTasks, usageOf } from './homepage-rules.ts';

const row = { id: 5, version: 3, name: 'Drama Nights' } as HomepageRow;
const begin = (search = '') => observe(homepageManagementMachine, { search });

describe('homepage management', () => {
  it.each([
    { type: 'homepageForm.saved', saved: row },
    { type: 'homepageSitesForm.saved', saved: row },
  ] as const)('replaces a row after $type', (event) => {
    const { actor, heard } = begin();
    actor.send(event);
    expect(heard()).toEqual({ list: [{ type: 'list.rowReplaced', row }] });
  });

  it('follows an import as a batch, and tells the shell', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'homepageDiscovery.started', batchId: 7, siblings: [8] });
    expect(heard()).toEqual({ batch: [{ type: 'batch.followed', batchId: 7, siblings: [8] }] });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });

  it('reloads its rows after a synchronisation, and keeps failed ones chosen', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'homepageBatch.finished', batchId: 7, watched: true, okIds: [5], failedIds: [6] });
    expect(heard()).toEqual({ list: [{ type: 'list.rowsChosen', ids: [6] }, { type: 'list.refreshDue' }] });
  });

  it('drops a filter on an unseen user', () => {
    const { actor, heard } = begin('?assignee_id=5');
    actor.send({ type: 'staffPicker.unseen', ids: [5] });
    expect(heard()).toEqual({ list: [{ type: 'list.filtersRefused', names: ['assignee_id'] }] });
  });
});

describe('a homepage', () => {
  it.each([
    [0, 'free'],
    [224, 'free'],
    [225, 'short'],
    [249, 'short'],
    [250, 'full'],
    [260, 'full'],
  ] as const)('with %i of 250 ads is %s', (ads_active, level) => {
    expect(usageOf({ ads_active, ad_limit: 250 }).level).toBe(level);
  });

  it('reports missing tasks for ads and posts', () => {
    expect(missingTasks({ tasks: ['MANAGE'] })).toEqual(['ADVERTISE', 'CREATE_CONTENT']);
    expect(missingTasks({ tasks: ['ADVERTISE', 'CREATE_CONTENT'] })).toEqual([]);
  });

  it('is the default page only of sites it belongs to', () => {
    expect(checkHomepageSites({ site_ids: [9], default_site_ids: [9] })).toEqual({});
    expect(Object.keys(checkHomepageSites({ site_ids: [9], default_site_ids: [10] }))).toEqual(['default_site_ids']);
  });

  it('is filtered by low remaining capacity only on request', () => {
    expect(homepageQuery.read('?scarce=true').filters).toEqual({ scarce: true });
    expect(homepageQuery.read('?scarce=false').filters).toEqual({});
    expect(homepageQuery.write(homepageQuery.read('?scarce=true'))).toBe('?scarce=true');
  });
});
