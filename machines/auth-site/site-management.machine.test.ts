import { describe, expect, it } from 'vitest';
import { asking, observe, stage } from '#tests/support/stage.ts';
import { landingList, siteLandings } from './site-landings.machine.ts';
import { siteManagementMachine } from './site-management.machine.ts';
import type { SiteRow } from './site-rules.ts';
import { siteVerification, type VerifyInfo, type VerifyResult } from './site-verification.machine.ts';

const site = { id: 9, version: 2, name: '短剧站', domain: 'drama.test', status: 'on' } as SiteRow;

describe('site management', () => {
  it('hands the address to the sites and to the landing pages of the one that is unfolded', () => {
    const { given, heard, actor } = observe(siteManagementMachine, { search: '?keyword=a&landing_site_id=9' });
    expect(given.list).toEqual({ search: '?keyword=a&landing_site_id=9' });
    expect(given.landings).toEqual({ search: '?keyword=a&landing_site_id=9' });
    actor.send({ type: 'page.located', search: '?landing_site_id=10' });
    expect(heard()).toMatchObject({
      list: [{ type: 'list.located', search: '?landing_site_id=10' }],
      landings: [{ type: 'landings.located', search: '?landing_site_id=10' }],
    });
  });

  it('keeps the two parts of the address apart', () => {
    const { actor, facts } = observe(siteManagementMachine, { search: '?keyword=a&page=2' });
    actor.send({ type: 'landings.moved', search: '?landing_site_id=9', how: 'push' });
    actor.send({ type: 'list.moved', search: '?keyword=b', how: 'push' });
    expect(facts).toEqual([
      { type: 'page.moved', search: '?keyword=a&page=2&landing_site_id=9', how: 'push' },
      { type: 'page.moved', search: '?landing_site_id=9&keyword=b', how: 'push' },
    ]);
  });

  it('folds a site that was deleted, and lets it go from the choice', () => {
    const { actor, heard } = observe(siteManagementMachine, { search: '' });
    actor.send({ type: 'siteDeletion.done', subject: site, result: undefined });
    expect(heard()).toEqual({
      list: [{ type: 'list.rowForgotten', id: 9 }, { type: 'list.refreshRequested' }],
      landings: [{ type: 'landings.siteForgotten', siteId: 9 }],
    });
  });

  it('tells the shell of batches of landing pages', () => {
    const { actor, facts } = observe(siteManagementMachine, { search: '' });
    actor.send({ type: 'siteLandings.started', batchId: 7, batchIds: [7] });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });

  it('asks for the sites again quietly when their landing pages or their proof changed', () => {
    const { actor, heard } = observe(siteManagementMachine, { search: '' });
    actor.send({ type: 'landings.changed' });
    actor.send({ type: 'siteVerification.checked', siteId: 9 });
    expect(heard()).toEqual({ list: [{ type: 'list.refreshDue' }, { type: 'list.refreshDue' }] });
  });
});

describe('the landing pages of a site', () => {
  const begin = (search: string) => {
    const rows = asking<{ rows: []; total: number }, { filters: { site_id?: number } }>();
    const list = landingList.provide({ actors: { loadRows: rows.logic as never } });
    const begun = stage(siteLandings.provide({ actors: { list } }), { search });
    const asked = () => rows.inputs().map(({ filters }) => filters);
    return { ...begun, asked };
  };

  it('are asked for where the address names a site, and only then', () => {
    expect(begin('?keyword=a').asked()).toEqual([]);
    expect(begin('?keyword=a&landing_site_id=9&landing_status=online').asked()).toEqual([{ site_id: 9, status: 'online' }]);
  });

  it('are those of one site at a time', () => {
    const { actor, asked, facts } = begin('');
    actor.send({ type: 'landings.opened', siteId: 9 });
    actor.send({ type: 'landings.opened', siteId: 10 });
    expect(asked()).toEqual([{ site_id: 9 }, { site_id: 10 }]);
    actor.send({ type: 'landings.closed' });
    expect(actor.getSnapshot().children.list).toBeUndefined();
    expect(facts).toEqual([
      { type: 'landings.moved', search: '?landing_site_id=9', how: 'push' },
      { type: 'landings.moved', search: '?landing_site_id=10', how: 'push' },
      { type: 'landings.moved', search: '', how: 'push' },
    ]);
  });

  it('are looked for of one drama from site to site, until no drama is chosen', () => {
    const { actor, asked, facts } = begin('?landing_drama_id=5');
    expect(asked()).toEqual([]);
    actor.send({ type: 'landings.opened', siteId: 9 });
    actor.send({ type: 'landings.opened', siteId: 10 });
    expect(asked()).toEqual([
      { site_id: 9, drama_id: 5 },
      { site_id: 10, drama_id: 5 },
    ]);
    actor.send({ type: 'landings.closed' });
    actor.send({ type: 'landings.dramaChosen', dramaId: undefined });
    expect(facts.slice(-2)).toEqual([
      { type: 'landings.moved', search: '?landing_drama_id=5', how: 'push' },
      { type: 'landings.moved', search: '', how: 'push' },
    ]);
  });

  it('follow the address without telling it back', () => {
    const { actor, asked, facts } = begin('?landing_site_id=9');
    actor.send({ type: 'landings.located', search: '?landing_site_id=9&landing_page=2' });
    actor.send({ type: 'landings.located', search: '?landing_site_id=10' });
    actor.send({ type: 'landings.located', search: '?keyword=a' });
    expect(asked()).toEqual([{ site_id: 9 }, { site_id: 9 }, { site_id: 10 }]);
    expect(actor.getSnapshot().matches('closed')).toBe(true);
    expect(facts).toEqual([]);
  });

  it('stay where they are when another site is deleted', () => {
    const { actor, facts } = begin('?landing_site_id=9');
    actor.send({ type: 'landings.siteForgotten', siteId: 10 });
    expect(actor.getSnapshot().matches('open')).toBe(true);
    actor.send({ type: 'landings.siteForgotten', siteId: 9 });
    expect(actor.getSnapshot().matches('closed')).toBe(true);
    expect(facts).toEqual([{ type: 'landings.moved', search: '', how: 'replace' }]);
  });

  it('that are made by the dozen are followed as a batch, of which the shell is told', () => {
    const { actor, facts, heard } = observe(siteLandings, { search: '' });
    actor.send({ type: 'landingGeneration.saved', saved: { batchIds: [7, 8] } });
    expect(heard()).toEqual({ batch: [{ type: 'batch.followed', batchId: 7, siblings: [8] }] });
    expect(facts).toEqual([{ type: 'siteLandings.started', batchId: 7, batchIds: [7, 8] }]);
  });
});

describe('the proof of a domain', () => {
  const info: VerifyInfo = { method: 'dns_txt', name: '_ads.drama.test', value: 'ads=1', next_try_at: null };
  const begin = () => {
    const load = asking<VerifyInfo, { siteId: number }>();
    const check = asking<VerifyResult, { siteId: number }>();
    const begun = stage(siteVerification.provide({ actors: { loadInfo: load.logic, check: check.logic } }));
    begun.actor.send({ type: 'verification.opened', subject: { id: 9, name: '短剧站', domain: 'drama.test' } });
    return { ...begun, load, check };
  };

  it('says what to put where, and what a check came to, with the time of the next one', async () => {
    const { actor, load, check, facts } = begin();
    await load.question().answer(info);
    actor.send({ type: 'verification.checkRequested' });
    actor.send({ type: 'verification.checkRequested' });
    expect(check.inputs()).toEqual([{ siteId: 9 }]);
    await check.question().answer({ verify_state: 'failed', error: '没有找到记录', next_try_at: '2026-11-20T08:01:00Z' });
    expect(actor.getSnapshot().context.answer).toEqual({
      info: { ...info, next_try_at: '2026-11-20T08:01:00Z' },
      result: { verify_state: 'failed', error: '没有找到记录', next_try_at: '2026-11-20T08:01:00Z' },
    });
    expect(facts).toEqual([{ type: 'siteVerification.checked', siteId: 9 }]);
  });

  it('asks anew after a check that was refused, so that the time of the next one is known', async () => {
    const { actor, load, check } = begin();
    await load.question().answer(info);
    actor.send({ type: 'verification.checkRequested' });
    await check.question().refuse(new Error('too early'));
    expect(actor.getSnapshot().context.failure?.message).toBe('too early');
    actor.send({ type: 'verification.retried' });
    expect(load.questions).toHaveLength(2);
  });

  it('asks again where a page comes back without what was to be put where', async () => {
    const { actor, load } = begin();
    await load.question().answer(info);
    actor.send({ type: 'verification.seen' });
    expect(load.questions).toHaveLength(1);
  });
});
