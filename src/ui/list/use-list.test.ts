// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createListMachine, type ListAnswer, type ListRequest } from '#machines/kernel/list/list.machine.ts';
import { defineListQuery, text } from '#machines/kernel/list/list-query.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { renderUiHook } from '#tests/support/ui-frame.tsx';
import { noticeBoard } from '../overlay/notices.ts';
import { useList } from './use-list.ts';

afterEach(cleanup);

interface Row {
  key: string;
}
interface Answer extends ListAnswer<Row> {
  at: string;
}
type Filters = { keyword?: string | undefined };

const machine = createListMachine<Row, Filters, string, Answer>({
  id: 'list',
  query: defineListQuery({ keyword: text }, ['key']),
  rowId: ({ key }) => key,
});

function begin(search = '') {
  const server = asking<Answer, ListRequest<Filters>>();
  const { actor, clock } = stage(machine.provide({ actors: { loadRows: server.logic } }), { search });
  const { result } = renderUiHook(() => useList(actor));
  return { server, actor, clock, list: () => result.current };
}
const answer: Answer = { rows: [{ key: 'a' }], total: 70, at: 'noon' };

describe('a list on the screen', () => {
  it('is busy without rows until the first answer, then shows where its rows stand in the whole', async () => {
    const { server, list } = begin('?page=3');
    expect([list().table.busy, list().table.rows, list().pager.total]).toEqual([true, undefined, undefined]);
    await act(() => server.question().answer(answer));
    expect(list().table).toMatchObject({ busy: false, rows: answer.rows, total: 70, before: 40, failure: undefined });
    expect(list().pager).toMatchObject({ page: 3, pageSize: 20, total: 70, busy: false });
    expect(list().answer?.at).toBe('noon');
  });

  it('is turned by the heads of its table and by its pager', () => {
    const { server, list } = begin();
    act(() => list().table.onSort({ field: 'key', order: 'desc' }));
    act(() => list().pager.onPage(2));
    act(() => list().pager.onPageSize(50));
    expect(list().table.sort).toEqual({ field: 'key', order: 'desc' });
    expect(server.inputs().map(({ sort, page, pageSize }) => [sort?.order, page, pageSize])).toEqual([
      [undefined, 1, 20],
      ['desc', 1, 20],
      ['desc', 2, 20],
      ['desc', 1, 50],
    ]);
  });

  it('says that a filter of the address was removed', async () => {
    const { server, actor } = begin('?keyword=x');
    await act(() => server.question().answer(answer));
    act(() => actor.send({ type: 'list.filtersRefused', names: ['keyword'] }));
    expect(server.inputs().at(-1)?.filters).toEqual({});
    expect(noticeBoard.read()).toMatchObject([
      { tone: 'info', content: 'A filter was removed: it named something that does not exist or that you cannot see.' },
    ]);
    for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
  });

  it('offers to take filters away only where there are any', () => {
    expect(begin('?page=2').list().table.onResetFilters).toBeUndefined();
    const { list } = begin('?keyword=x');
    act(() => list().table.onResetFilters?.());
    expect(list().query.filters).toEqual({});
  });

  it('keeps a failure in sight while the clock tries again', async () => {
    const { server, list, actor, clock } = begin();
    await act(() => server.question().answer(answer));
    act(() => actor.send({ type: 'list.refreshDue' }));
    await act(() => server.question(1).refuse(new Error('no network')));
    act(() => actor.send({ type: 'list.autoRefreshChosen', seconds: 30 }));
    act(() => clock.increment(30_000));
    expect(server.questions).toHaveLength(3);
    expect(list().table.failure?.message).toBe('no network');
    await act(() => server.question(2).answer(answer));
    expect(list().table.failure).toBeUndefined();
  });

  it('tells a failure until it is asked again, and keeps its rows', async () => {
    const { server, list } = begin();
    await act(() => server.question().answer(answer));
    act(() => list().refresh());
    await act(() => server.question(1).refuse(new Error('no network')));
    expect([list().failed, list().table.failure?.message]).toEqual([true, 'no network']);
    act(() => list().table.onRetry());
    expect(list().table).toMatchObject({ busy: true, rows: answer.rows, failure: undefined });
    expect(list().failure?.message).toBe('no network');
  });
});
