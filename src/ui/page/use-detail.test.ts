// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createDetailMachine } from '#machines/kernel/page/detail.machine.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { useDetail } from './use-detail.ts';

afterEach(cleanup);

const machine = createDetailMachine<{ id: number }, string[]>({ id: 'members' });

describe('useDetail', () => {
  it('shows the answer, shows a failure, and retries', async () => {
    const server = asking<string[], { subject: { id: number } }>();
    const { actor } = stage(machine.provide({ actors: { loadDetail: server.logic } }));
    const { result } = renderHook(() => useDetail(actor));
    act(() => actor.send({ type: 'detail.opened', subject: { id: 1 } }));
    expect(result.current.table).toMatchObject({ rows: undefined, busy: true });
    await act(() => server.question().answer(['Li']));
    expect(result.current.table).toMatchObject({ rows: ['Li'], busy: false });
    act(() => result.current.refresh());
    await act(() => server.question(1).refuse(new Error('no network')));
    expect(result.current.table).toMatchObject({ rows: ['Li'], failure: { message: 'no network' } });
    act(() => result.current.table.onRetry());
    expect(result.current).toMatchObject({ busy: true, failure: undefined });
    expect(server.inputs()).toEqual([1, 1, 1].map((id) => ({ subject: { id } })));
  });
});
