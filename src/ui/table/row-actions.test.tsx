// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { type RowAction, RowActions } from './row-actions.tsx';

afterEach(cleanup);

const action = (key: string, more: Partial<RowAction> = {}): RowAction => ({ key, text: key, onRun: vi.fn(), ...more });
const names = (role: 'button' | 'menuitem') =>
  screen.getAllByRole(role).map((element) => element.getAttribute('aria-label') ?? element.textContent);

describe('row actions', () => {
  it('are shown in the row up to three', () => {
    renderUi(<RowActions subject="Ann" actions={['Edit', 'Copy', 'Delete'].map((key) => action(key))} />);
    expect(names('button')).toEqual(['Edit Ann', 'Copy Ann', 'Delete Ann']);
  });

  it('move into a menu from the fourth on', async () => {
    const last = action('Hand over');
    renderUi(<RowActions subject="Ann" actions={[...['Edit', 'Copy', 'Delete'].map((key) => action(key)), last]} />);
    const more = screen.getByRole('button', { name: 'More actions for Ann' });
    expect(names('button')).toHaveLength(4);
    await userEvent.click(more);
    const item = screen.getByRole('menuitem', { name: 'Hand over' });
    expect(document.activeElement).toBe(item);
    await userEvent.keyboard('{Enter}');
    expect(last.onRun).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(more);
  });

  it('are walked with the arrow keys and left with Escape', async () => {
    renderUi(<RowActions subject="Ann" inline={1} actions={['a', 'b', 'c', 'd'].map((key) => action(key))} />);
    screen.getByRole('button', { name: 'More actions for Ann' }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(names('menuitem')).toEqual(['b', 'c', 'd']);
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('d');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('b');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('say why they are unavailable, and do nothing', async () => {
    const refused = action('Delete', { refusal: 'You cannot delete yourself' });
    renderUi(<RowActions subject="Ann" actions={[refused]} />);
    const button = screen.getByRole('button', { name: 'Delete Ann' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('You cannot delete yourself');
    await userEvent.click(button);
    expect(refused.onRun).not.toHaveBeenCalled();
    await waitFor(() => expect(document.querySelector('.ads-tooltip')?.textContent).toBe('You cannot delete yourself'));
  });

  it('give the reason in the menu too', async () => {
    const refused = action('Delete', { refusal: 'You cannot delete yourself' });
    renderUi(<RowActions subject="Ann" inline={1} actions={[action('a'), action('b'), refused]} />);
    await userEvent.click(screen.getByRole('button', { name: 'More actions for Ann' }));
    const item = screen.getByRole('menuitem', { name: /Delete/ });
    expect(item.textContent).toContain('You cannot delete yourself');
    await userEvent.click(item);
    expect(refused.onRun).not.toHaveBeenCalled();
  });
});
