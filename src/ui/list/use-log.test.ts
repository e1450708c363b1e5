// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { defineListQuery, text } from '#machines/kernel/list/list-query.ts';
import { createLogMachine, type LogPage, type LogRequest } from '#machines/kernel/list/log.machine.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { renderUiHook } from '#tests/support/ui-frame.tsx';
import { useLog } from './use-log.ts';

afterEach(cleanup);

interface Row {
  id: number;
}
type Filters = { action?: string | undefined };

const machine = createLogMachine<Row, Filters>({ id: 'log', query: defineListQuery({ action: text }, []) });
const page = (ids: number[], nextCursor: string | null): LogPage<Row> => ({
  rows: ids.map((id) => ({ id })),
  nextCursor,
  total: 3,
  totalCapped: false,
});

function begin() {
  const server = asking<LogPage<Row>, LogRequest<Filters>>();
  const { actor } = stage(machine.provide({ actors: { loadPage: server.logic } }), { search: '?action=x' });
  const { result } = renderUiHook(() => useLog(actor));
  return { server, log: () => result.current };
}

describe('a log on the screen', () => {
  it('is continued from its footer, which stands only under rows', async () => {
    const { server, log } = begin();
    expect([log().footer, log().filters.action]).toEqual([undefined, 'x']);
    await act(() => server.question().answer(page([3, 2], 'older')));
    expect(log().footer).toMatchObject({ loaded: 2, total: 3, hasMore: true, busy: false });
    act(() => log().footer?.onMore());
    expect(log().footer?.busy).toBe(true);
    await act(() => server.question(1).answer(page([1], null)));
    expect(log().footer).toMatchObject({ loaded: 3, hasMore: false });
    expect(log().table.rows).toEqual([{ id: 3 }, { id: 2 }, { id: 1 }]);
  });

  it('asks again for what failed: for the older page, or for the newest', async () => {
    const { server, log } = begin();
    await act(() => server.question().answer(page([3, 2], 'older')));
    act(() => log().footer?.onMore());
    await act(() => server.question(1).refuse(new Error('no network')));
    act(() => log().table.onRetry());
    await act(() => server.question(2).answer(page([1], null)));
    act(() => log().refresh());
    await act(() => server.question(3).refuse(new Error('no network')));
    expect(log().table.failure?.message).toBe('no network');
    act(() => log().table.onRetry());
    expect(server.inputs().map(({ cursor }) => cursor)).toEqual([undefined, 'older', 'older', undefined, undefined]);
  });
});
