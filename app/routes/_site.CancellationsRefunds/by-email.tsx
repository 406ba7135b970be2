import type { ReactNode } from 'react';
import { mailto } from '#app/site/mailto.ts';

type ByMailProps = {
  title: string;
  supportEmail: string;
  subject: string;
  /** What the letter should say, a line each; the mail program opens with them. */
  questions: readonly string[];
  action: string;
  children: ReactNode;
};

/** How to ask for something by mail: what to write, and a letter that is begun already. */
export function ByEmail({
  title,
  supportEmail,
  subject,
  questions,
  action,
  children,
}: ByMailProps) {
  const body = questions.map((question) => `${question}: `).join('\n');
  return (
    <section aria-labelledby="by-mail" className="grid content-start gap-4">
      <h2 className="text-lg leading-snug font-medium" id="by-mail">
        {title}
      </h2>
      <p>{children}</p>
      <ul className="list-disc pl-5">
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
      <p className="pt-2">
        <a className="button-primary" href={mailto(supportEmail, { subject, body })}>
          {action}
        </a>
      </p>
      <OrByEmail subject={subject} supportEmail={supportEmail} />
    </section>
  );
}

/** The same in a line, beside another way. */
export function OrByEmail({
  supportEmail,
  subject,
}: Pick<ByMailProps, 'supportEmail' | 'subject'>) {
  return (
    <p className="text-sm text-faint">
      Or write to{' '}
      <a className="link" href={mailto(supportEmail, { subject })}>
        {supportEmail}
      </a>{' '}
      with the subject “{subject}”.
    </p>
  );
}
