// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { ReloadProvider } from '../page/reloading.tsx';
import { onDemand } from './on-demand.tsx';

interface Props {
  name: string;
  onClose?: () => void;
}

const Greeting = ({ name }: Props) => <p>hello {name}</p>;
const missing = () => Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });

/** A module that loads or fails when the test says so. */
function createModule(Component = Greeting) {
  const requests: { resolve: () => Promise<void>; fail: (error?: Error) => Promise<void> }[] = [];
  const fetch = vi.fn(
    () =>
      new Promise<{ default: typeof Component }>((resolve, reject) => {
        requests.push({
          resolve: () => act(async () => resolve({ default: Component })),
          fail: (error = missing()) => act(async () => reject(error)),
        });
      }),
  );
  return { fetch, last: () => requests.at(-1) as (typeof requests)[number] };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('on-demand component', () => {
  it('shows that it is loading, then renders with its props, and is loaded once', async () => {
    const { fetch, last: lastRequest } = createModule();
    const Part = onDemand(fetch);
    expect(fetch).not.toHaveBeenCalled();
    const { rerender } = renderUi(<Part name="li" />);
    expect(screen.getByRole('status').textContent).toContain('Loading');
    await lastRequest().resolve();
    expect(screen.getByText('hello li')).toBeTruthy();
    rerender(<Part name="wang" />);
    expect(screen.getByText('hello wang')).toBeTruthy();
    cleanup();
    renderUi(<Part name="again" />);
    expect(screen.getByText('hello again')).toBeTruthy();
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('renders at once when it was preloaded', async () => {
    const { fetch, last: lastRequest } = createModule();
    const Part = onDemand(fetch);
    const ready = Part.preload();
    await lastRequest().resolve();
    await ready;
    renderUi(<Part name="li" />);
    expect(screen.getByText('hello li')).toBeTruthy();
  });

  it('is loaded again after a failed preload', async () => {
    const { fetch, last: lastRequest } = createModule();
    const Part = onDemand(fetch);
    const ready = Part.preload();
    await lastRequest().fail();
    await ready;
    renderUi(<Part name="li" />);
    await lastRequest().resolve();
    expect(screen.getByText('hello li')).toBeTruthy();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('offers a reload when its file belongs to an older release', async () => {
    const { fetch, last: lastRequest } = createModule();
    const Part = onDemand(fetch);
    const reload = vi.fn();
    renderUi(
      <ReloadProvider value={reload}>
        <Part name="li" />
      </ReloadProvider>,
    );
    await lastRequest().fail();
    expect(screen.getByRole('alert').textContent).toContain('A new version is available');
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is retried instead of reloaded while offline', async () => {
    vi.stubGlobal('navigator', { ...navigator, onLine: false });
    const { fetch, last: lastRequest } = createModule();
    const Part = onDemand(fetch);
    renderUi(<Part name="li" />);
    await lastRequest().fail();
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await lastRequest().resolve();
    expect(screen.getByText('hello li')).toBeTruthy();
  });

  it('shows a missing layer in a dialog, and notifies its opener when that is left', async () => {
    const { fetch, last: lastRequest } = createModule();
    const Layer = onDemand(fetch, { as: 'layer', leave: ({ onClose }) => onClose?.() });
    function Page() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            open
          </button>
          {open && <Layer name="li" onClose={() => setOpen(false)} />}
        </>
      );
    }
    renderUi(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'open' }));
    await lastRequest().fail();
    expect(screen.getByRole('dialog', { name: 'A new version is available' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' }));
  });

  it('isolates its crash, and can be closed when it is a layer', async () => {
    const Crashing = () => {
      throw new Error('cannot read rows');
    };
    const { fetch, last: lastRequest } = createModule(Crashing);
    const onClose = vi.fn();
    const Layer = onDemand<Props>(fetch, { as: 'layer', leave: (props) => props.onClose?.() });
    renderUi(
      <>
        <p>around it</p>
        <Layer name="li" onClose={onClose} />
      </>,
    );
    await lastRequest().resolve();
    expect(screen.getByText('around it')).toBeTruthy();
    expect(screen.getByRole('dialog').textContent).toContain('cannot read rows');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
