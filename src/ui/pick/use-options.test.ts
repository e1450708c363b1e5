// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createOptionsMachine, SEARCH_PAUSE_MS } from '#machines/kernel/list/options.machine.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { useOptions } from './use-options.ts';

afterEach(cleanup);

const machine = createOptionsMachine<string>({ id: 'people' });

describe('useOptions', () => {
  it('loads once when a control opens, and again for a search', async () => {
    const server = asking<string[], { keyword: string }>();
    const { actor, clock } = stage(machine.provide({ actors: { loadOptions: server.logic } }));
    const { result } = renderHook(() => useOptions(actor));
    act(() => result.current.control.onOpen());
    expect(result.current.control.busy).toBe(true);
    await act(() => server.question().answer(['Li', 'Wu']));
    act(() => result.current.control.onOpen());
    expect([result.current.options, result.current.busy]).toEqual([['Li', 'Wu'], false]);
    act(() => result.current.onSearch('w'));
    act(() => clock.increment(SEARCH_PAUSE_MS));
    expect(server.inputs()).toEqual([{ keyword: '' }, { keyword: 'w' }]);
  });
});
