import type { ReactNode } from 'react';
import { StepMark } from '#app/components/step-mark.tsx';

type StepProps = {
  number: number;
  title: string;
  done: boolean;
  /** What it is about, in a sentence. */
  text: ReactNode;
  /** What one does for it. */
  children?: ReactNode;
};

/** One of the first steps. */
export const Step = ({ number, title, done, text, children }: StepProps) => (
  <li className="flex gap-3 px-5 py-4">
    <StepMark done={done} number={number} />
    <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-3 pt-0.5">
      <div className="grid gap-0.5">
        <h3 className="text-sm font-medium">
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </h3>
        <p className="max-w-2xl text-xs text-faint [overflow-wrap:anywhere]">{text}</p>
      </div>
      {children}
    </div>
  </li>
);
