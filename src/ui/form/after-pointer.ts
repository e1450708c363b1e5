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
    // A release outside the window was missed.
    run();
    isDown = isPrimary && button === 0;
  },
  true,
);
for (const type of ['pointerup', 'pointercancel', 'keydown'] as const) document.addEventListener(type, released, true);

/**
 * Runs a task that may move the layout: at once, or after the click while a pointer button is pressed. If the layout moved between press
 * and release, the click would miss its target.
 */
export function afterPointer(task: () => void): void {
  if (isDown) waiting.push(task);
  else task();
}
