import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/** The hero: headline, introduction and calls to action. */
export function Hero({ start }: { start: string }) {
  return (
    <header className="grid items-end gap-6 lg:grid-cols-2 lg:gap-12">
      <h1 className="font-serif text-2xl leading-none sm:text-3xl">
        Send a text. <br />
        Know it arrived.
      </h1>
      <div className="grid gap-6">
        <p className="max-w-lg text-faint">
          Sophisticated messaging APIs for developers: elegant, reliable and affordable. Dakiya
          sends SMS and one-time passwords to phones in India and reports the real delivery status
          of each one.
        </p>
        <p className="flex flex-wrap gap-3 max-sm:*:grow">
          <Link className="button-primary" to={start}>
            Get Started Free
          </Link>
          <Link className="button-quiet min-h-10" to={paths.docs}>
            View Documentation
          </Link>
        </p>
      </div>
    </header>
  );
}
