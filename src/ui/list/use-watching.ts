import { useEffect } from 'react';

interface Watched<Type extends string> {
  getSnapshot(): { status: string };
  send(event: { type: Type }): void;
}

/** Tells an actor whether it is on the screen: while its view is mounted and the window is visible. */
export function useWatching<Type extends string>(actor: Watched<Type>, seen: NoInfer<Type>, left: NoInfer<Type>): void {
  useEffect(() => {
    const tell = (type: Type) => actor.getSnapshot().status === 'active' && actor.send({ type });
    const look = () => tell(document.visibilityState === 'hidden' ? left : seen);
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      tell(left);
    };
  }, [actor, seen, left]);
}
