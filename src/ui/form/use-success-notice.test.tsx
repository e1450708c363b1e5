// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { Activity, useRef } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { Announcer, announce } from '../overlay/announcer.tsx';
import { noticeBoard } from '../overlay/notices.ts';
import { SelectionBar } from '../page/page.tsx';
import { useSuccessNotice } from './use-success-notice.ts';

afterEach(() => {
  cleanup();
  announce('');
});

function Layer({ busy, what }: { busy: boolean; what?: string | undefined }) {
  const inside = useRef<HTMLDivElement>(null);
  useSuccessNotice(inside, busy, what);
  return <div ref={inside} />;
}
const readStatus = () => screen.getByRole('status').textContent;
const view = (open: boolean, busy: boolean, mode: 'visible' | 'hidden' = 'visible') => (
  <>
    <Activity mode={mode}>{open && <Layer busy={busy} />}</Activity>
    <Announcer />
  </>
);

describe('layer', () => {
  it('is reported as done when it closes while sending', () => {
    const { rerender } = renderUi(view(true, false));
    rerender(view(true, true));
    expect(readStatus()).toBe('');
    rerender(view(false, false));
    expect(readStatus()).toBe('Done');
  });

  it('announces and shows its description when done', () => {
    const named = (open: boolean) => (
      <>
        {open && <Layer busy what="Delete li" />}
        <Announcer />
      </>
    );
    const { rerender } = renderUi(named(true));
    rerender(named(false));
    expect(readStatus()).toBe('Delete li: done');
    expect(noticeBoard.read()).toMatchObject([{ kind: 'toast', tone: 'success', content: 'Delete li: done' }]);
    for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
  });

  it('offers to undo what was done', () => {
    let undone = 0;
    const Undoable = () => {
      const inside = useRef<HTMLDivElement>(null);
      useSuccessNotice(inside, true, 'Edit li', () => () => {
        undone += 1;
      });
      return <div ref={inside} />;
    };
    renderUi(<Undoable />).unmount();
    const [notice] = noticeBoard.read();
    const actions = notice?.kind === 'toast' ? (notice.actions ?? []) : [];
    expect(actions.map(({ text }) => text)).toEqual(['Undo']);
    actions[0]?.run();
    expect(undone).toBe(1);
    for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
  });

  it('is not reported as done when refused or closed without sending', () => {
    const { rerender } = renderUi(view(true, true));
    rerender(view(true, false));
    rerender(view(false, false));
    expect(readStatus()).toBe('');
  });

  it('is not done yet when it is hidden behind another tab while sending', () => {
    const { rerender } = renderUi(view(true, true));
    rerender(view(true, true, 'hidden'));
    expect(readStatus()).toBe('');
  });
});

describe('selection', () => {
  it('is announced when it begins and whenever it changes', () => {
    const bar = (text: string) => (
      <>
        <SelectionBar text={text} clearText="Clear" onClear={() => undefined}>
          {null}
        </SelectionBar>
        <Announcer />
      </>
    );
    const { rerender } = renderUi(bar('1 chosen'));
    expect(readStatus()).toBe('1 chosen');
    rerender(bar('2 chosen'));
    expect(readStatus()).toBe('2 chosen');
  });
});
