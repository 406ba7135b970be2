let pressed = false;
let waiting: (() => void)[] = [];
let watched = false;

/**
 * Does something now, or when the mouse button or finger that is down is up again and its click has arrived.
 * A field loses the focus when a button is pressed: what a check writes below it then moves the button away
 * before it is released, and a click that ends elsewhere than it began is none.
 */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}

/** Notes from now on whether something is pressed. */
export function watchPresses(): void {
  if (watched) return;
  watched = true;
  const down = () => {
    pressed = true;
  };
  // The click comes with the release, in the same task.
  const up = () => setTimeout(release);
  const capture = { capture: true, passive: true };
  // After a touch a browser makes mouse events of it, which are what moves the focus.
  for (const type of ['pointerdown', 'mousedown']) window.addEventListener(type, down, capture);
  for (const type of ['mouseup', 'pointercancel', 'dragend'])
    window.addEventListener(type, up, capture);
  window.addEventListener(
    'pointerup',
    ({ pointerType }) => pointerType !== 'mouse' && up(),
    capture,
  );
  // Without `capture`, as fields lose the focus too.
  window.addEventListener('blur', up);
}

function release(): void {
  pressed = false;
  const due = waiting;
  waiting = [];
  for (const act of due) act();
}
