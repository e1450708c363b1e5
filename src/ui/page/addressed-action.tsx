import { Button, type ButtonProps } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import { readAction } from '#machines/kernel/page/page-address.ts';

/** A running page whose address can ask for an action. */
export interface AddressedPage extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { search: string } };
  send(event: { type: 'page.actionTaken' }): void;
}

interface Addressed {
  /** The action that the address asks for. */
  action: string | undefined;
  /** Takes the action out of the address; false if another button did so before. */
  take: () => boolean;
}

const AddressedContext = createContext<Addressed>({ action: undefined, take: () => false });

export function AddressedPageProvider({ page, children }: { page: AddressedPage; children: ReactNode }) {
  const action = useSelector(page, (state) => readAction(state.context.search));
  const value = useMemo(() => {
    const take = () => {
      if (readAction(page.getSnapshot().context.search) === undefined) return false;
      page.send({ type: 'page.actionTaken' });
      return true;
    };
    return { action, take };
  }, [action, page]);
  return <AddressedContext value={value}>{children}</AddressedContext>;
}

interface ActionButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Its name in addresses: `?do=create`. */
  action: string;
  onClick: () => void;
}

/** Does what a link asks for, once it can be done and the address asks for this action. */
export function useAddressedAction(action: string, { isReady, run }: { isReady: boolean; run: () => void }) {
  const addressed = useContext(AddressedContext);
  const isAsked = addressed.action === action && isReady;
  const take = useEffectEvent(() => {
    if (addressed.take()) run();
  });
  useEffect(() => {
    if (isAsked) take();
  }, [isAsked]);
}

/** A button that a link can press: once it can be pressed and the address asks for its action, it presses itself. */
export function ActionButton({ action, onClick, disabled = false, ...button }: ActionButtonProps) {
  useAddressedAction(action, { isReady: !disabled, run: onClick });
  return <Button {...button} disabled={disabled} onClick={onClick} />;
}
