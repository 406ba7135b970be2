import type { ReactNode } from 'react';
import { mailto } from '#app/site/mailto.ts';

type ByEmailProps = {
  title: string;
  supportEmail: string;
  subject: string;
  /** Lines that the email starts with. */
  questions: readonly string[];
  action: string;
  children: ReactNode;
};

/** How to request something by email, with a prepared email. */
export function ByEmail({
  title,
  supportEmail,
  subject,
  questions,
  action,
  children,
}: ByEmailProps) {
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

/** A one-line alternative beside a form. */
export function OrByEmail({
  supportEmail,
  subject,
}: Pick<ByEmailProps, 'supportEmail' | 'subject'>) {
  return (
    <p className="text-sm text-faint">
      Or email{' '}
      <a className="link" href={mailto(supportEmail, { subject })}>
        {supportEmail}
      </a>{' '}
      with the subject “{subject}”.
    </p>
  );
}
