import type { ReactNode } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { mailto } from '#app/site/mailto.ts';

type DetailsProps = { supportEmail: string; paymentSupportUrl: string; socialLinks: string[] };

/** Contact details. */
export function Details({ supportEmail, paymentSupportUrl, socialLinks }: DetailsProps) {
  return (
    <div className="grid content-start gap-8">
      <dl className="divide-y divide-line border-y border-line">
        <Detail name="Email">
          <span className="flex flex-wrap items-center gap-1">
            <span className="font-mono text-sm break-all">{supportEmail}</span>
            <CopyButton label="Email" text={supportEmail} toast="Copied!" />
          </span>
        </Detail>
        <Detail name="Location">Alwar, Rajasthan, India</Detail>
        <Detail name="Payments">
          <a className="link" href={paymentSupportUrl} rel="noopener">
            Razorpay’s support
          </a>
          , for a payment that is stuck or that you do not recognise
        </Detail>
        {socialLinks.length > 0 ? (
          <Detail name="Elsewhere">
            <ul className="flex flex-wrap gap-x-5 gap-y-1">
              {socialLinks.map((url) => (
                <li key={url}>
                  <a className="link inline-block py-0.5" href={url} rel="noopener">
                    {socialLabel(url)}
                  </a>
                </li>
              ))}
            </ul>
          </Detail>
        ) : null}
      </dl>
      <p>
        <a className="button-primary" href={mailto(supportEmail, { subject: 'Dakiya' })}>
          Write to us
        </a>
      </p>
    </div>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 py-4 sm:grid-cols-[7rem_1fr] sm:items-baseline">
      <dt className="text-sm text-faint">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const names: Record<string, string> = {
  'github.com': 'GitHub',
  'linkedin.com': 'LinkedIn',
  'x.com': 'X',
};

/** The label of a social link: the site's name, or its host name. */
function socialLabel(url: string): string {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return names[host] ?? host;
}
