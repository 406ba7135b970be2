import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, NavLink, Outlet, useFetcher, useLoaderData, useLocation } from '@remix-run/react';
import { Menu } from '#app/components/disclosure.tsx';
import { Avatar } from '#app/components/icons.tsx';
import { QuietLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import { themes, usePreferences } from '#app/preferences/preferences.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import type { Visitor } from '#app/session/use-signed-in-user.ts';
import { ConsentBanner } from '#app/site/analytics.tsx';
import { getUser } from '#domain/billing/get-user.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return { visitor: null as Visitor };
  const { name, image } = await getUser(signedIn.userId);
  return { visitor: { name, image } as Visitor };
}

/** The layout of public pages. */
export default function SiteLayout() {
  const { visitor } = useLoaderData<typeof loader>();
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <div aria-hidden="true" className="airmail-edge" />
      <TopBar visitor={visitor} />
      <main
        className="mx-auto w-full max-w-6xl flex-1 px-6 py-12 sm:py-16"
        id="content"
        tabIndex={-1}
      >
        <Outlet />
      </main>
      <Footer />
      <ConsentBanner />
    </div>
  );
}

/** The footer of public pages. */
function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-10 px-6 py-12 text-sm">
        <div className="grid grid-cols-2 gap-10 sm:grid-cols-4">
          <div className="col-span-2 grid content-start gap-2 sm:col-span-1">
            <p className="font-serif text-lg leading-none">Dakiya</p>
            <p className="max-w-56 text-xs text-faint">
              Sophisticated messaging APIs for developers. Elegant, reliable, affordable.
            </p>
          </div>
          {footerColumns.map(({ title, links }) => (
            <nav
              aria-label={title}
              className="grid content-start gap-2 max-sm:last:col-span-2"
              key={title}
            >
              <h2 className="text-xs font-medium">{title}</h2>
              <ul className="grid gap-x-10 gap-y-1 max-sm:in-[nav:last-child]:grid-cols-2">
                {links.map(({ to, label, ownDocument = false }) => (
                  <li key={to}>
                    <Link
                      className="inline-block py-1 text-faint hover:text-ink"
                      reloadDocument={ownDocument}
                      to={to}
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 text-xs text-faint">
          <p suppressHydrationWarning>© {new Date().getFullYear()} Dakiya. All rights reserved.</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}

const labels = { system: 'System', light: 'Light', dark: 'Dark' };

/** Switches between light, dark and the system's theme. */
function ThemeSwitch() {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  const { theme } = usePreferences();
  const chosen = fetcher.formData?.get('theme') ?? theme;
  return (
    <fetcher.Form action={paths.theme} method="post" preventScrollReset>
      <input name="to" type="hidden" value={pathname + search} />
      <fieldset className="inline-flex rounded-md border border-control p-0.5">
        <legend className="sr-only">Colours</legend>
        {themes.map((name) => (
          <button
            aria-pressed={name === chosen}
            className="min-h-7 cursor-pointer rounded px-2.5 text-xs text-faint aria-pressed:bg-ink aria-pressed:text-paper"
            key={name}
            name="theme"
            type="submit"
            value={name}
          >
            {labels[name]}
          </button>
        ))}
      </fieldset>
    </fetcher.Form>
  );
}

/**
 * The top bar of public pages. Its links are in a menu if they do not fit, which a container query also notices if only the
 * text is enlarged.
 */
function TopBar({ visitor }: { visitor: Visitor }) {
  return (
    <header className="@container relative z-30 border-b border-line">
      <nav
        aria-label="Main"
        className="mx-auto flex h-16 max-w-6xl items-center gap-7 px-6 text-sm"
      >
        <Link className="mr-3 py-1 font-serif text-lg leading-none" to={paths.home}>
          Dakiya
        </Link>
        {topLinks.map(({ to, label }) => (
          <NavLink
            className="hidden py-1 text-faint hover:text-ink aria-[current=page]:text-ink @5xl:block"
            key={to}
            to={to}
          >
            {label}
          </NavLink>
        ))}
        <div className="ml-auto flex items-center gap-2">
          {visitor === null ? (
            <QuietLink to={paths.login}>Login</QuietLink>
          ) : (
            <Link className="button-quiet -my-1 pr-1" to={paths.dashboard()}>
              Dashboard
              <Avatar {...visitor} />
            </Link>
          )}
          <MobileMenu />
        </div>
      </nav>
    </header>
  );
}

/** The top bar's links on narrow screens. */
function MobileMenu() {
  return (
    <Menu buttonClassName="-mr-2" className="@5xl:hidden">
      <ul className="absolute inset-x-0 mt-3 border-y border-line bg-raised px-6 py-2 shadow-sm">
        {topLinks.map(({ to, label }) => (
          <li key={to}>
            <NavLink className="flex min-h-11 items-center aria-[current=page]:font-medium" to={to}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

type SiteLink = {
  to: string;
  label: string;
  /** Whether the page has its own document, which the browser must load as a whole. */
  ownDocument?: boolean;
};

/** The links of the top bar, from the specification. */
const topLinks: SiteLink[] = [
  { to: paths.features, label: 'Features' },
  { to: paths.plans, label: 'Pricing' },
  { to: paths.about, label: 'About' },
  { to: paths.docs, label: 'Documentation' },
  { to: paths.reference, label: 'API Reference' },
];

const footerColumns: { title: string; links: SiteLink[] }[] = [
  {
    title: 'Product',
    links: [
      { to: paths.features, label: 'Features' },
      { to: paths.plans, label: 'Pricing' },
      { to: paths.docs, label: 'Documentation' },
      { to: paths.reference, label: 'API Reference' },
      { to: paths.status, label: 'Status', ownDocument: true },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: paths.about, label: 'About' },
      { to: paths.blog, label: 'Blog' },
      { to: paths.careers, label: 'Careers' },
      { to: paths.contact, label: 'Contact' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: paths.privacy, label: 'Privacy Policy' },
      { to: paths.terms, label: 'Terms of Service' },
      { to: paths.cookies, label: 'Cookie Policy' },
      { to: paths.refunds, label: 'Cancellations & Refunds' },
    ],
  },
];
