import { describe, expect, it } from 'vitest';
import { observe, stage } from '#tests/support/stage.ts';
import { postManagementMachine } from './post-management.machine.ts';
import { postOrder } from './post-order.machine.ts';
import {
  blankPost,
  blankSeveral,
  checkPost,
  checkSeveral,
  countOfPosts,
  labelOf,
  type PostRow,
  type PostValues,
  postDraft,
  readOrder,
  type SeveralValues,
  withoutOrder,
} from './post-rules.ts';

const begin = (search = '') => observe(postManagementMachine, { search });
const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

const post: PostRow = {
  id: 5,
  version: 2,
  homepage: { id: 3, label: 'Moon Drama' },
  type: 'video',
  material: { id: 9, label: 'EP1 cut A' },
  cover_url: null,
  message: 'She came back.',
  headline: null,
  description: null,
  call_to_action: 'WATCH_MORE',
  link_url: 'https://moon.test/ep1',
  landing: { id: 4, label: 'EP1' },
  content: { id: 2, label: '归来' },
  published: true,
  scheduled_at: '2026-11-23T08:00:00.000Z',
  status: 'failed',
  eligible: false,
  platform_post_id: null,
  use_count: 0,
  reactions: 0,
  comments: 0,
  shares: 0,
  synced_at: null,
  owner: { id: 1, label: '陈一鸣' },
  error: 'no',
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'retry', 'delete'],
};

describe('post management', () => {
  it('starts its list with the address', () => {
    const { given, facts, heard } = begin('?status=failed');
    expect(given.list).toEqual({ search: '?status=failed' });
    expect([facts, heard()]).toEqual([[], {}]);
  });

  it('opens an order with the materials another page preselected, and removes them from the address', () => {
    const { actor, heard, facts } = begin('?new_posts=9,7&status=failed');
    actor.send({ type: 'postOrder.arrived', materialIds: [9, 7], search: '', how: 'replace' });
    expect(heard()).toEqual({
      several: [{ type: 'form.opened', draft: { values: { ...blankSeveral, material_ids: [9, 7] }, subject: undefined } }],
    });
    expect(facts).toEqual([{ type: 'page.moved', search: '?status=failed', how: 'replace' }]);
  });

  it('reads an order from every new address', () => {
    const { actor, given, heard } = begin('?new_posts=9');
    expect(given['order']).toEqual({ search: '?new_posts=9' });
    actor.send({ type: 'page.located', search: '?new_posts=4' });
    expect(heard()['order']).toEqual([{ type: 'postOrder.located', search: '?new_posts=4' }]);
  });

  it('follows the batch that creates a post, and tells the shell', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'postForm.saved', saved: { id: 5, batchId: 8 } });
    expect(heard()).toEqual({ batch: [{ type: 'batch.followed', batchId: 8, siblings: [] }], list: [{ type: 'list.refreshRequested' }] });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 8 }]);
  });

  it('reloads the list after a draft, and follows nothing', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'postForm.saved', saved: { id: 5 } });
    expect([heard(), facts]).toEqual([{ list: [{ type: 'list.refreshRequested' }] }, []]);
  });

  it('follows the batch of several posts', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'severalForm.saved', saved: { batchIds: [9] } });
    expect(heard().batch).toEqual([{ type: 'batch.followed', batchId: 9, siblings: [] }]);
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 9 }]);
  });

  it('chooses failed posts if their batch was on the screen, and otherwise only reloads the list', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'postBatch.finished', batchId: 7, watched: false, okIds: [6], failedIds: [5] });
    expect(types(heard().list)).toEqual(['list.refreshDue']);
    actor.send({ type: 'postBatch.finished', batchId: 7, watched: true, okIds: [6], failedIds: [5] });
    expect(heard().list?.slice(1)).toEqual([{ type: 'list.rowsChosen', ids: [5] }, { type: 'list.refreshDue' }]);
  });

  it.each([
    ['homepagePicker.unseen', 'homepage_id'],
    ['dramaPicker.unseen', 'drama_id'],
    ['productPicker.unseen', 'product_id'],
    ['materialPicker.unseen', 'material_id'],
    ['staffPicker.unseen', 'owner_user_id'],
  ] as const)('drops a filter for which %s reports unseen ids, and no other', (type, name) => {
    const { actor, heard } = begin(`?${name}=7`);
    actor.send({ type, ids: [8] });
    expect(heard()).toEqual({});
    actor.send({ type, ids: [7] });
    expect(heard().list).toEqual([{ type: 'list.filtersRefused', names: [name] }]);
  });

  it('tells its parts when it is seen and left', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'page.left' });
    actor.send({ type: 'page.seen' });
    expect([types(heard().list), types(heard().batch), types(heard().preview)]).toEqual([
      ['list.left', 'list.seen'],
      ['batch.left', 'batch.seen'],
      ['detail.seen'],
    ]);
  });
});

describe('an order in an address', () => {
  it('is told once for every arrival', () => {
    const { actor, facts } = stage(postOrder, { search: '?new_posts=9,7&status=failed' });
    const arrived = { type: 'postOrder.arrived', search: '', how: 'replace' };
    expect(facts).toEqual([{ ...arrived, materialIds: [9, 7] }]);
    actor.send({ type: 'postOrder.located', search: '' });
    expect(facts).toHaveLength(1);
    actor.send({ type: 'postOrder.located', search: '?new_posts=4' });
    expect(facts.slice(1)).toEqual([{ ...arrived, materialIds: [4] }]);
  });

  it.each<[string, number[]]>([
    ['?new_posts=9,7,9', [9, 7]],
    ['?new_posts=x,-1,0,3', [3]],
    ['?new_posts=', []],
    ['', []],
  ])('%s names %j', (search, ids) => {
    expect(readOrder(search)).toEqual(ids);
  });

  it('is limited to the size of one order', () => {
    expect(readOrder(`?new_posts=${Array.from({ length: 80 }, (_, n) => n + 1).join(',')}`)).toHaveLength(50);
  });

  it('is removed without other parts of the address', () => {
    expect([withoutOrder('?a=1&new_posts=2'), withoutOrder('?new_posts=2')]).toEqual(['?a=1', '']);
  });
});

describe('the rules of a post', () => {
  const good: PostValues = { ...blankPost, homepage_id: 3, material_id: 9, message: 'She came back.', landing_page_id: 4 };

  it('accept a valid one', () => {
    expect(checkPost(good)).toEqual({});
    expect(checkPost({ ...good, leads: 'link', landing_page_id: undefined, link_url: 'https://moon.test/a' })).toEqual({});
    expect(checkPost({ ...good, published: true, scheduled_at: '2026-11-23T08:00:00.000Z' })).toEqual({});
  });

  it.each<[Partial<PostValues>, keyof PostValues]>([
    [{ homepage_id: undefined }, 'homepage_id'],
    [{ material_id: undefined }, 'material_id'],
    [{ message: ' ' }, 'message'],
    [{ message: 'x'.repeat(5001) }, 'message'],
    [{ headline: 'x'.repeat(256) }, 'headline'],
    [{ description: 'x'.repeat(256) }, 'description'],
    [{ landing_page_id: undefined }, 'landing_page_id'],
    [{ leads: 'link' }, 'link_url'],
    [{ leads: 'link', link_url: 'http://moon.test/' }, 'link_url'],
    [{ leads: 'link', link_url: 'https://a:b@moon.test/' }, 'link_url'],
    [{ published: true, scheduled_at: 'tomorrow' }, 'scheduled_at'],
  ])('refuse %j', (change, field) => {
    expect(Object.keys(checkPost({ ...good, ...change }))).toEqual([field]);
  });

  it('need only the text of a draft, but its filled fields must be valid', () => {
    const draft = { ...blankPost, message: 'Only a text', asDraft: true };
    expect(checkPost(draft)).toEqual({});
    expect(checkPost({ ...draft, leads: 'link' })).toEqual({});
    expect(Object.keys(checkPost({ ...draft, message: ' ' }))).toEqual(['message']);
    expect(Object.keys(checkPost({ ...draft, leads: 'link', link_url: 'http://moon.test/' }))).toEqual(['link_url']);
    expect(Object.keys(checkPost({ ...draft, asDraft: false }))).toEqual(['homepage_id', 'material_id', 'landing_page_id']);
  });

  it('do not check a time that is not used', () => {
    expect(checkPost({ ...good, published: false, scheduled_at: 'tomorrow' })).toEqual({});
  });

  it('fill the form with the post, its version and its target', () => {
    const { values, subject } = postDraft(post);
    expect(values).toMatchObject({ homepage_id: 3, material_id: 9, leads: 'landing', landing_page_id: 4, link_url: '', asDraft: false });
    expect(subject).toEqual({ id: 5, version: 2, label: 'She came back.' });
    expect(postDraft({ ...post, landing: null }).values).toMatchObject({ leads: 'link', link_url: 'https://moon.test/ep1' });
  });

  it('label a post by its headline, or else by the beginning of its text', () => {
    expect(labelOf({ headline: 'EP1', message: 'x' })).toBe('EP1');
    expect(labelOf({ headline: null, message: '她回来了'.repeat(20) })).toBe(`${'她回来了'.repeat(10)}…`);
  });
});

describe('the rules of several posts', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
  const good: SeveralValues = { ...blankSeveral, homepage_ids: [1, 2], material_ids: [1, 2, 3], texts: ['a'], landing_page_id: 4 };

  it('accept a valid order, and count its posts', () => {
    expect(checkSeveral(good)).toEqual({});
    expect(countOfPosts(good)).toBe(6);
    expect(countOfPosts({ ...good, combine: 'rotate' })).toBe(3);
    expect(countOfPosts({ ...good, combine: 'rotate', homepage_ids: [] })).toBe(0);
  });

  it.each<[string, Partial<SeveralValues>, keyof SeveralValues]>([
    ['no homepage', { homepage_ids: [] }, 'homepage_ids'],
    ['too many homepages', { homepage_ids: ids(21) }, 'homepage_ids'],
    ['no material', { material_ids: [] }, 'material_ids'],
    ['too many materials', { material_ids: ids(51) }, 'material_ids'],
    ['more than 500 posts', { homepage_ids: ids(11), material_ids: ids(50) }, 'material_ids'],
    ['a blank text', { texts: ['a', ' '] }, 'texts'],
    ['a text that is too long', { texts: ['x'.repeat(5001)] }, 'texts'],
    ['six headlines', { headlines: ids(6).map(String) }, 'headlines'],
    ['a blank headline', { headlines: [''] }, 'headlines'],
    ['no landing page', { landing_page_id: undefined }, 'landing_page_id'],
  ])('refuse %s', (_what, change, field) => {
    expect(Object.keys(checkSeveral({ ...good, ...change }))).toEqual([field]);
  });
});
