// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useViewer, ViewerProvider } from './viewer.tsx';

afterEach(cleanup);

function Rights() {
  const viewer = useViewer();
  return <p>{['export', 'remove'].filter((action) => viewer.can(action)).join(' ')}</p>;
}
const renderViewer = (isAdmin: number, actions: string[]) => {
  render(
    <ViewerProvider viewer={{ id: 1, account: 'a', name: '', isAdmin, isLeader: false, actions, pages: [] }}>
      <Rights />
    </ViewerProvider>,
  );
  return screen.getByRole('paragraph').textContent;
};

describe('permissions of the viewer', () => {
  it('include everything for an ordinary admin', () => {
    expect(renderViewer(1, [])).toBe('export remove');
  });

  it.each([0, 9])('are limited to the granted actions where is_admin is %i', (isAdmin) => {
    expect(renderViewer(isAdmin, ['export'])).toBe('export');
  });

  it('cannot be read without a viewer', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Rights />)).toThrow('no viewer is provided');
    vi.restoreAllMocks();
  });
});
