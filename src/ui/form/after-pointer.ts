let isPressed = false;
let pendingTasks: (() => void)[] = [];

const run = () => {
  const tasks = pendingTasks;
  pendingTasks = [];
  for (const task of tasks) task();
};

/** The click follows the release within the same task. */
const onRelease = () => {
  isPressed = false;
  if (pendingTasks.length > 0) setTimeout(run);
};

document.addEventListener(
  'pointerdown',
  ({ isPrimary, button }) => {
    // A release outside the window was missed.
    run();
    isPressed = isPrimary && button === 0;
  },
  true,
);
for (const type of ['pointerup', 'pointercancel', 'keydown'] as const) document.addEventListener(type, onRelease, true);

/**
 * Runs a task that may move the layout: at once, or after the click while a pointer button is pressed. If the layout moved between press
 * and release, the click would miss its target.
 */
export function afterPointer(task: () => void): void {
  if (isPressed) pendingTasks.push(task);
  else task();
}
