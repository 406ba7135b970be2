import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  Form,
  Link,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigation,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { Announcements } from '#app/announcements/announcements.tsx';
import { readAnnouncements } from '#app/announcements/dismissed.server.ts';
import { Disclosure, Menu } from '#app/components/disclosure.tsx';
import { Avatar, Icon } from '#app/components/icons.tsx';
import { TimeZoneNote } from '#app/components/timestamp.tsx';
import { readLivemode, readSidebar } from '#app/dashboard/choices.server.ts';
import {
  OpenPalette,
  ScreenSkeleton,
  SuspensionBanner,
  useSlowPage,
} from '#app/dashboard/frame.tsx';
import { modes, TestModeStrip, toMode } from '#app/dashboard/mode.tsx';
import { usePageName } from '#app/dashboard/screen-route.tsx';
import { getScreen, type Screen, type ScreenHandle, screens } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { planName } from '#app/plans/plans.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { type Member, useCannotSend, useSignedInUser } from '#app/session/use-signed-in-user.ts';
import { getUser } from '#domain/billing/get-user.ts';
import { signUpSettings } from '#domain/identity/accounts/settings.ts';
import { findSuspension } from '#domain/messaging/suspensions/suspend-account.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { hasFailingEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';

/**
 * Loads the signed-in user, the state of the frame, and the mode of the screens. Without a session, redirects to the login,
 * which leads back to the requested page.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  const [user, narrow, livemode, suspension] = await Promise.all([
    getUser(signedIn.userId),
    readSidebar(request),
    readLivemode(request, signedIn),
    findSuspension(signedIn.userId),
  ]);
  const [webhookFails, announcements] = await Promise.all([
    hasFailingEndpoint(signedIn.userId, livemode),
    readAnnouncements(request, user),
  ]);
  const cannotSend = signUpSettings.REQUIRE_CONFIRMED_EMAIL && !user.emailConfirmed;
  const member: Member = {
    ...{ user, cannotSend },
    suspended: suspension && {
      notice: suspension.notice,
      since: suspension.suspendedAt.toISOString(),
      supportEmail: supportSettings.SUPPORT_EMAIL,
    },
  };
  return { ...member, narrow, livemode, webhookFails, announcements };
}

/** The layout of every dashboard screen. The route of a screen names the screen in its `handle`. */
export default function MemberLayout() {
  const { narrow, livemode, webhookFails, announcements } = useLoaderData<typeof loader>();
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined;
  invariant(handle, 'the route of a screen names it');
  return (
    <Frame
      announcements={<Announcements list={announcements} />}
      fails={webhookFails ? { webhooks: 'A webhook endpoint is failing' } : {}}
      livemode={livemode}
      narrow={narrow}
      screen={getScreen(handle.screen)}
      strip={handle.byMode && !livemode ? <TestModeStrip /> : null}
    >
      <Outlet />
    </Frame>
  );
}

/** For each screen with a problem, a sentence about it, which the sidebar's link to the screen shows. */
type Fails = Partial<Record<ScreenId, string>>;

type FrameProps = {
  announcements: ReactNode;
  screen: Screen;
  fails: Fails;
  narrow: boolean;
  livemode: boolean;
  /** Shown across the page, below the top bar. */
  strip: ReactNode;
  children: ReactNode;
};

/** The layout around every screen: the sidebar, or a drawer on a phone, and the top bar. */
function Frame({ announcements, screen, fails, narrow, livemode, strip, children }: FrameProps) {
  const name = usePageName();
  const slowPage = useSlowPage();
  return (
    <div className="flex min-h-dvh">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <aside
        aria-label="Sidebar"
        className={`sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line bg-raised md:flex ${narrow ? 'w-14' : 'w-64'}`}
      >
        <SidebarBrand narrow={narrow} />
        <div className="flex-1 overflow-y-auto py-2">
          <SidebarNav fails={fails} narrow={narrow} open={screen.id} />
        </div>
        <ProfileCard narrow={narrow} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-14 items-center gap-3 border-b border-line px-4 sm:px-6">
          <Drawer fails={fails} open={screen.id} />
          <Breadcrumb name={name} screen={screen} />
          <div className="ml-auto flex shrink-0 items-center gap-2">
            <OpenPalette />
            <ModeSwitch livemode={livemode} />
          </div>
        </header>
        {strip}
        <main
          aria-busy={slowPage !== null}
          className="group/content grid w-full max-w-[90rem] gap-4 px-4 pt-3 pb-6 sm:px-6"
          id="content"
        >
          <SuspensionBanner />
          {announcements}
          <ConfirmEmailBanner />
          {slowPage === null ? null : <ScreenSkeleton path={slowPage} />}
          {/* The previous page stays, with its typed input, until the next page is loaded. */}
          <div className={slowPage === null ? 'contents' : 'hidden'}>
            {name === null ? (
              <h1 className="text-lg font-semibold tracking-tight">{screen.title}</h1>
            ) : null}
            {children}
          </div>
          <TimeZoneNote className="hidden group-has-[time]/content:block" />
        </main>
      </div>
    </div>
  );
}

/**
 * The breadcrumb: the dashboard, the screen, and the page below it. On a phone it only links to the level above, because the
 * heading is close by.
 */
function Breadcrumb({ screen, name }: { screen: Screen; name: string | null }) {
  const above = [
    ...(screen.id === 'home' ? [] : [{ label: 'Dashboard', to: paths.dashboard() }]),
    ...(name === null ? [] : [{ label: screen.title, to: paths.dashboard(screen.id) }]),
  ];
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm">
      <ol className="flex items-center gap-2">
        {above.map(({ label, to }) => (
          <li
            className={`items-center gap-2 text-faint sm:flex sm:shrink-0 ${name === null || to !== above.at(-1)?.to ? 'hidden' : 'flex min-w-0'}`}
            key={to}
          >
            <Link className="min-w-0 truncate py-1 hover:underline" to={to}>
              {label}
            </Link>
            <span aria-hidden="true" className="hidden sm:inline">
              /
            </span>
          </li>
        ))}
        <li
          aria-current="page"
          className={`min-w-0 truncate font-medium ${name === null ? '' : 'sr-only sm:not-sr-only sm:truncate'}`}
        >
          <bdi>{name ?? screen.title}</bdi>
        </li>
      </ol>
    </nav>
  );
}

/** The sidebar on a phone; it slides over the page. */
function Drawer({ open, fails }: { open: ScreenId; fails: Fails }) {
  return (
    <Menu buttonClassName="relative z-40 -ml-2" className="md:hidden">
      <div aria-hidden="true" className="fixed inset-0 z-20 bg-veil" />
      <div className="fixed inset-y-0 left-0 z-30 flex w-64 flex-col border-r border-line bg-raised">
        <div className="flex h-14 shrink-0 items-center border-b border-line pl-16">
          <Link className="py-1 font-serif text-lg leading-none" to={paths.home}>
            Dakiya
          </Link>
        </div>
        <div className="flex-1 overflow-y-auto py-3">
          <SidebarNav fails={fails} open={open} />
        </div>
        <ProfileCard />
      </div>
    </Menu>
  );
}

/** Reminds the user of an unconfirmed email address. */
function ConfirmEmailBanner() {
  const { email, emailConfirmed } = useSignedInUser();
  const cannotSend = useCannotSend();
  const { pathname, search } = useLocation();
  if (emailConfirmed) return null;
  return (
    <section
      aria-label="Confirm your email address"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-airmail/40 bg-airmail/5 px-4 py-3"
    >
      <p className="min-w-0 text-sm break-words">
        Please confirm your email address: open the link that we sent to{' '}
        <span className="font-medium">{email}</span>.
        {cannotSend ? ' Until then, your API keys cannot send messages.' : null}
      </p>
      <Form action={paths.sendConfirmation} method="post" preventScrollReset>
        <input name="to" type="hidden" value={pathname + search} />
        <button className="button-quiet" type="submit">
          Send again
        </button>
      </Form>
    </section>
  );
}

/** The top of the sidebar, with the button that collapses it. */
function SidebarBrand({ narrow }: { narrow: boolean }) {
  const { pathname, search } = useLocation();
  const label = narrow ? 'Expand sidebar' : 'Collapse sidebar';
  return (
    <div
      className={`flex h-14 shrink-0 items-center border-b border-line ${narrow ? 'justify-center' : 'justify-between pr-2 pl-5'}`}
    >
      {narrow ? null : (
        <Link className="py-1 font-serif text-lg leading-none" to={paths.home}>
          Dakiya
        </Link>
      )}
      <Form action={paths.sidebar} className="flex" method="post" preventScrollReset replace>
        <input name="to" type="hidden" value={pathname + search} />
        <button
          aria-label={label}
          className="flex size-9 cursor-pointer items-center justify-center rounded-md text-faint hover:bg-paper hover:text-ink"
          name="width"
          title={label}
          type="submit"
          value={narrow ? 'wide' : 'narrow'}
        >
          <Icon name={narrow ? 'wide' : 'narrow'} />
        </button>
      </Form>
    </div>
  );
}

const labels = { live: 'Live', test: 'Test' };

/** Parameters of a URL that belong to one mode: a key, a message, a position in a list, the mode of a form. */
const ofOneMode = ['after', 'api_id', 'key', 'mode', 'sent'];

/** Switches the dashboard between live and test mode. */
function ModeSwitch({ livemode }: { livemode: boolean }) {
  const { pathname, search } = useLocation();
  const { formAction, formData } = useNavigation();
  const pending = formAction === paths.mode ? formData?.get('mode') : null;
  const shown = pending ?? toMode(livemode);
  return (
    <Form action={paths.mode} className="shrink-0" method="post" preventScrollReset replace>
      <input name="to" type="hidden" value={pathname + withoutItems(search)} />
      <fieldset className="inline-flex rounded-md border border-control p-0.5">
        <legend className="sr-only">Mode</legend>
        {modes.map((mode) => (
          <button
            aria-pressed={mode === shown}
            className={`min-h-7 cursor-pointer rounded px-2.5 text-xs text-faint aria-pressed:text-paper ${mode === 'test' ? 'aria-pressed:bg-waiting' : 'aria-pressed:bg-ink'}`}
            key={mode}
            name="mode"
            type="submit"
            value={mode}
          >
            {labels[mode]}
          </button>
        ))}
      </fieldset>
    </Form>
  );
}

function withoutItems(search: string): string {
  const kept = new URLSearchParams(search);
  for (const name of ofOneMode) kept.delete(name);
  return kept.size > 0 ? `?${kept}` : '';
}

type SidebarNavProps = { open: ScreenId; fails: Fails; narrow?: boolean };

/**
 * The screens under their group headings. A collapsed sidebar shows icons only, with the names as titles.
 */
function SidebarNav({ open, fails, narrow = false }: SidebarNavProps) {
  return (
    <nav aria-label="Dashboard" className="grid gap-4 px-2 md:gap-2.5">
      {groups().map(({ group, members }) => (
        <div key={members[0]?.id}>
          {group && !narrow ? <p className="px-3 pb-0.5 text-xs text-faint">{group}</p> : null}
          <ul>
            {members.map((screen) => (
              <li key={screen.id}>
                <ScreenLink
                  fails={fails[screen.id]}
                  narrow={narrow}
                  open={screen.id === open}
                  screen={screen}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

type ScreenLinkProps = { screen: Screen; open: boolean; narrow: boolean; fails?: string };

/** A link to a screen. Rows in the sidebar are lower than in the drawer, which users touch with their fingers. */
function ScreenLink({ screen, open, narrow, fails }: ScreenLinkProps) {
  const state = open ? 'bg-paper font-medium' : 'text-faint hover:bg-paper hover:text-ink';
  const shape = narrow ? 'justify-center' : 'gap-3 px-3';
  return (
    <Link
      aria-current={open ? 'page' : undefined}
      className={`relative flex min-h-10 items-center rounded-md text-sm md:min-h-7.5 ${shape} ${state}`}
      title={fails ?? (narrow ? screen.label : undefined)}
      to={paths.dashboard(screen.id)}
    >
      <Icon name={screen.icon} />
      <span className={narrow ? 'sr-only' : 'truncate'}>{screen.label}</span>
      {fails ? (
        <>
          <span
            aria-hidden="true"
            className={`size-2 rounded-full bg-bad ${narrow ? 'absolute top-1.5 right-1.5' : 'ml-auto'}`}
          />
          <span className="sr-only">{`: ${fails}`}</span>
        </>
      ) : null}
    </Link>
  );
}

/** Groups consecutive screens with the same heading. */
function groups() {
  const grouped: { group: string | null; members: Screen[] }[] = [];
  for (const screen of screens) {
    const last = grouped.at(-1);
    if (last?.group === screen.group) last.members.push(screen);
    else grouped.push({ group: screen.group, members: [screen] });
  }
  return grouped;
}

/** The signed-in user, at the bottom of the sidebar; opens a card with further links. */
function ProfileCard({ narrow = false }: { narrow?: boolean }) {
  const user = useSignedInUser();
  return (
    <Disclosure
      className="group/profile relative border-t border-line"
      summary={
        <summary
          className={`flex min-h-16 cursor-pointer list-none items-center gap-3 hover:bg-paper ${narrow ? 'justify-center' : 'px-4'}`}
        >
          <Avatar image={user.image} name={user.name} />
          <span className={narrow ? 'sr-only' : 'grid min-w-0 flex-1'}>
            <span className="truncate text-sm font-medium">{user.name}</span>
            <span className="truncate text-xs text-faint">{planName(user)}</span>
          </span>
          {narrow ? null : (
            <span className="text-faint transition-transform group-open/profile:rotate-180">
              <Icon name="up" />
            </span>
          )}
        </summary>
      }
    >
      <div
        className={`absolute bottom-full z-20 mb-2 w-60 card ${narrow ? 'left-2' : 'inset-x-2 w-auto'}`}
      >
        <div className="flex items-center gap-3 border-b border-line p-4">
          <Avatar image={user.image} name={user.name} />
          <div className="grid min-w-0">
            <p className="truncate text-sm font-medium">{user.name}</p>
            <p className="truncate text-xs text-faint">{user.email}</p>
          </div>
        </div>
        <p className="flex items-center justify-between border-b border-line px-4 py-3 text-sm">
          {planName(user)}
          <span className="stamp text-good">Active</span>
        </p>
        <div className="grid gap-0.5 p-2">
          <Link
            className="flex min-h-10 items-center rounded-md px-2 text-sm hover:bg-paper"
            to={paths.dashboard('account')}
          >
            Account Settings
          </Link>
          <Link
            className="flex min-h-10 items-center rounded-md px-2 text-sm hover:bg-paper"
            to={paths.dashboard('plan-details')}
          >
            Billing & Plans
          </Link>
          <Form action={paths.logout} method="post">
            <button
              className="flex min-h-10 w-full cursor-pointer items-center rounded-md px-2 text-sm hover:bg-paper"
              type="submit"
            >
              Logout
            </button>
          </Form>
        </div>
      </div>
    </Disclosure>
  );
}
