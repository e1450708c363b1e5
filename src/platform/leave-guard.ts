/** Lets the browser ask before the console is left: by closing, by reloading, by another address. */
export interface LeaveGuard {
  /** Whether something would be lost now. */
  follow(isAtStake: boolean): void;
  /** For good: the console itself is about to leave. */
  dismiss(): void;
}

// The browser has words of its own; what is returned is never shown.
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Listens only while something is at stake: some browsers keep no page in their memory whose leaving is watched. */
export function createLeaveGuard(): LeaveGuard {
  let isAttached = false;
  let isDismissed = false;
  const guard: LeaveGuard = {
    follow(isAtStake) {
      const isWanted = isAtStake && !isDismissed;
      if (isWanted === isAttached) return;
      isAttached = isWanted;
      if (isWanted) window.addEventListener('beforeunload', ask);
      else window.removeEventListener('beforeunload', ask);
    },
    dismiss() {
      isDismissed = true;
      guard.follow(false);
    },
  };
  return guard;
}
