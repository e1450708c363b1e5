// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { FailureRemark } from './failure-remark.tsx';
import { noteReconnection } from './reconnection.ts';

afterEach(cleanup);

const lost = { message: 'Network connection failed', traceId: '', unanswered: true as const };

describe('failure remark', () => {
  it('says that the network is back once the server is reachable again', () => {
    renderUi(<FailureRemark failure={lost} title="Not saved" />);
    expect(screen.getByRole('alert').textContent).toContain('Network connection failed');
    act(noteReconnection);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('The connection is back. You can retry.');
  });

  it('shows the network failure again when the next attempt fails too', () => {
    const { rerender } = renderUi(<FailureRemark failure={lost} />);
    act(noteReconnection);
    rerender(<FailureRemark failure={{ ...lost }} />);
    expect(screen.getByRole('alert').textContent).toContain('Network connection failed');
  });

  it('keeps a refusal of the server, whatever happens to the network', () => {
    renderUi(<FailureRemark failure={{ message: 'Name is taken', traceId: 't' }} />);
    act(noteReconnection);
    expect(screen.getByRole('alert').textContent).toContain('Name is taken');
  });
});
