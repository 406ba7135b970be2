let pressed = false;
let waiting: (() => void)[] = [];
let watched = false;

/**
 * Runs a function now, or once the pressed mouse button or finger is released and its click has fired.
 * Pressing a button takes the focus from a field; an error message that validation inserts then moves the
 * button before the release, and the browser fires no click.
 */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}

/** Starts tracking whether a pointer is pressed. */
export function watchPresses(): void {
  if (watched) return;
  watched = true;
  const down = () => {
    pressed = true;
  };
  // The click fires in the same task as the release.
  const up = () => setTimeout(release);
  const capture = { capture: true, passive: true };
  // After a touch the browser emulates mouse events, and those move the focus.
  for (const type of ['pointerdown', 'mousedown']) window.addEventListener(type, down, capture);
  for (const type of ['mouseup', 'pointercancel', 'dragend'])
    window.addEventListener(type, up, capture);
  window.addEventListener(
    'pointerup',
    ({ pointerType }) => pointerType !== 'mouse' && up(),
    capture,
  );
  // Without `capture`: fields lose the focus too.
  window.addEventListener('blur', up);
}

function release(): void {
  pressed = false;
  const due = waiting;
  waiting = [];
  for (const act of due) act();
}
