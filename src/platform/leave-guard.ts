/** Lets the browser ask for confirmation before the console is closed, reloaded or left for another address. */
export interface LeaveGuard {
  /** Whether unsaved work would be lost now. */
  follow(hasUnsavedWork: boolean): void;
  /** Stops asking for good, because the console itself is about to navigate away. */
  dismiss(): void;
}

// Browsers show their own text; a returned text is never shown.
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Listens only while work would be lost, because some browsers exclude pages with such a listener from their back-forward cache. */
export function createLeaveGuard(): LeaveGuard {
  let isAttached = false;
  let isDismissed = false;
  const guard: LeaveGuard = {
    follow(hasUnsavedWork) {
      const isNeeded = hasUnsavedWork && !isDismissed;
      if (isNeeded === isAttached) return;
      isAttached = isNeeded;
      if (isNeeded) window.addEventListener('beforeunload', ask);
      else window.removeEventListener('beforeunload', ask);
    },
    dismiss() {
      isDismissed = true;
      guard.follow(false);
    },
  };
  return guard;
}
