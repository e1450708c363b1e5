let isDown = false;
let waiting: (() => void)[] = [];

const run = () => {
  const due = waiting;
  waiting = [];
  for (const task of due) task();
};

/** The click follows the release within the same task. */
const released = () => {
  isDown = false;
  if (waiting.length > 0) setTimeout(run);
};

document.addEventListener(
  'pointerdown',
  ({ isPrimary, button }) => {
    // A release outside of the window was never seen.
    run();
    isDown = isPrimary && button === 0;
  },
  true,
);
for (const type of ['pointerup', 'pointercancel', 'keydown'] as const) document.addEventListener(type, released, true);

/**
 * Runs what may move the layout: at once, or, while a button of the pointer is held down, after its click. Between press and release
 * nothing may move, or the click reaches nothing.
 */
export function afterPointer(task: () => void): void {
  if (isDown) waiting.push(task);
  else task();
}
