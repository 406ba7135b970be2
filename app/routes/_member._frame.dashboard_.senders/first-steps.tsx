import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { StepMark } from '#app/components/step-mark.tsx';
import { paths } from '#app/paths.ts';

type FirstStepsProps = { hasEntity: boolean; hasHeader: boolean; hasTemplate: boolean };

/** Says what DLT is, and what to do first; nothing once all is done. */
export function FirstSteps({ hasEntity, hasHeader, hasTemplate }: FirstStepsProps) {
  if (hasEntity && hasHeader && hasTemplate) return null;
  return (
    <section aria-labelledby="steps-title" className="card grid gap-5 p-5">
      <div className="grid max-w-2xl gap-1">
        <h3 className="text-sm font-medium" id="steps-title">
          Three steps to your own sender
        </h3>
        <p className="text-sm text-faint">
          DLT is the register in which India’s operators keep every business that sends SMS, its
          senders and its texts, and they block each message that differs from it. Add here what you
          have registered there, and Dakiya finds such a message before it is charged.
        </p>
      </div>
      <ol className="grid gap-4 @4xl:grid-cols-3">
        <Step
          done={hasEntity}
          isNext={!hasEntity}
          label="Add your entity"
          number={1}
          to={paths.newEntity}
        >
          The business, with the id that your DLT portal gave it.
        </Step>
        <Step
          done={hasHeader}
          isNext={hasEntity && !hasHeader}
          label="Add a header"
          number={2}
          to={hasEntity ? paths.newHeader : null}
        >
          The sender, such as ACMEIN. The operator of this installation approves it.
        </Step>
        <Step
          done={hasTemplate}
          isNext={hasEntity && hasHeader && !hasTemplate}
          label="Add a template"
          number={3}
          to={hasEntity ? paths.newTemplate : null}
        >
          A text as it is registered, with slots for what changes. Or{' '}
          <Link className="link" to={paths.importTemplates}>
            import
          </Link>{' '}
          what your portal exports.
        </Step>
      </ol>
    </section>
  );
}

type StepProps = {
  number: number;
  label: string;
  /** Null while an earlier step is missing. */
  to: string | null;
  done: boolean;
  /** It is the first that is not done. */
  isNext: boolean;
  children: ReactNode;
};

function Step({ number, label, to, done, isNext, children }: StepProps) {
  return (
    <li className="flex min-w-0 gap-3">
      <StepMark done={done} number={number} />
      <div className="grid min-w-0 content-start gap-1 pt-0.5 text-sm">
        {done || to === null ? (
          <p className="font-medium">
            {label}
            {done ? <span className="sr-only"> (done)</span> : null}
          </p>
        ) : (
          <Link
            className={
              isNext ? 'button-primary justify-self-start' : 'link justify-self-start font-medium'
            }
            to={to}
          >
            {label}
          </Link>
        )}
        <p className="text-xs text-faint">{children}</p>
      </div>
    </li>
  );
}
