import { Icon } from './icon.tsx';

/** The number of a step, or a tick once it is done. Its text says so to screen readers. */
export const StepMark = ({ number, done }: { number: number; done: boolean }) => (
  <span
    aria-hidden="true"
    className={`flex size-7 shrink-0 items-center justify-center rounded-full border font-mono text-xs ${done ? 'border-good text-good' : 'border-control'}`}
  >
    {done ? <Icon name="done" /> : number}
  </span>
);
