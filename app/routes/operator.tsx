import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, Outlet, useLoaderData, useMatches } from '@remix-run/react';
import { Menu } from '#app/components/disclosure.tsx';
import { Icon } from '#app/components/icons.tsx';
import { TimeZoneNote } from '#app/components/timestamp.tsx';
import {
  getOperatorPage,
  type OperatorHandle,
  type OperatorPage,
  operatorPages,
} from '#app/operator/operator-pages.ts';
import { requireOperator } from '#app/operator/operator-route.server.ts';
import { type OperatorPageId, paths } from '#app/paths.ts';
import { hasPermission } from '#domain/identity/operators/permissions.ts';

export { ConsoleError as ErrorBoundary } from '#app/operator/operator-error.tsx';

/** Loads the operator, and the pages of the navigation that the operator's role may open. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { name, email, role } = await requireOperator(request, null);
  const open = operatorPages.filter(
    ({ permission, hasRoute }) => hasRoute && hasPermission(role, permission),
  );
  return { operator: { name, email, role }, open: open.map(({ id }) => id) };
}

/** The layout of every page of the operator's console. The route of a page names the page in its `handle`. */
export default function OperatorLayout() {
  const { open, operator } = useLoaderData<typeof loader>();
  const { handle, data } = useMatches().at(-1) ?? {};
  const { operatorPage, nameOf, list } = (handle ?? { operatorPage: 'now' }) as OperatorHandle;
  const page = getOperatorPage(operatorPage);
  const name = nameOf && data ? nameOf(data) : null;
  const pages = open.map(getOperatorPage);
  return (
    <div className="flex min-h-dvh">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col border-r border-line bg-raised md:flex"
      >
        <div className="flex h-14 shrink-0 items-center border-b border-line px-5">
          <Brand />
        </div>
        <div className="flex-1 overflow-y-auto py-3">
          <Navigation current={page.id} pages={pages} />
        </div>
        <OwnCard {...operator} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-14 items-center gap-3 border-b border-line px-4 sm:px-6">
          <Menu buttonClassName="relative z-40 -ml-2" className="md:hidden">
            <div aria-hidden="true" className="fixed inset-0 z-20 bg-veil" />
            <div className="fixed inset-y-0 left-0 z-30 flex w-64 flex-col border-r border-line bg-raised">
              <div className="flex h-14 shrink-0 items-center border-b border-line pl-16">
                <Brand />
              </div>
              <div className="flex-1 overflow-y-auto py-3">
                <Navigation current={page.id} pages={pages} />
              </div>
              <OwnCard {...operator} />
            </div>
          </Menu>
          <Breadcrumb list={list} name={name} page={page} />
          <span className="stamp ml-auto shrink-0 text-airmail">{operator.role}</span>
        </header>
        <main
          className="group/content grid w-full max-w-[90rem] content-start gap-4 px-4 pt-3 pb-6 sm:px-6"
          id="content"
        >
          <h1 className="min-w-0 text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
            <bdi>{name ?? page.title}</bdi>
          </h1>
          <Outlet />
          <TimeZoneNote className="hidden group-has-[time]/content:block" />
        </main>
      </div>
    </div>
  );
}

const Brand = () => (
  <Link className="font-serif text-lg leading-none" to={paths.operator('now')}>
    Dakiya <span className="text-faint">operator</span>
  </Link>
);

type BreadcrumbProps = { page: OperatorPage; name: string | null; list: OperatorHandle['list'] };

function Breadcrumb({ page, name, list }: BreadcrumbProps) {
  const above = [
    ...(page.id === 'now' ? [] : [{ label: 'Operator', to: paths.operator('now') }]),
    ...(name === null ? [] : [{ label: page.title, to: page.path }]),
    ...(list ? [list] : []),
  ];
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm">
      <ol className="flex items-center gap-2">
        {above.map(({ label, to }) => (
          <li
            className={`items-center gap-2 text-faint sm:flex sm:shrink-0 ${to === above.at(-1)?.to ? 'flex min-w-0' : 'hidden'}`}
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
          className={`min-w-0 truncate font-medium ${above.length === 0 ? '' : 'sr-only sm:not-sr-only sm:truncate'}`}
        >
          <bdi>{name ?? page.title}</bdi>
        </li>
      </ol>
    </nav>
  );
}

type NavigationProps = { pages: OperatorPage[]; current: OperatorPageId };

const Navigation = ({ pages, current }: NavigationProps) => (
  <nav aria-label="Operator’s console" className="px-2">
    <ul className="grid gap-0.5">
      {pages.map(({ id, path, title, icon }) => (
        <li key={id}>
          <Link
            aria-current={id === current ? 'page' : undefined}
            className={`flex min-h-10 items-center gap-3 rounded-md px-3 text-sm md:min-h-8 ${id === current ? 'bg-paper font-medium' : 'text-faint hover:bg-paper hover:text-ink'}`}
            to={path}
          >
            <Icon name={icon} />
            <span className="truncate">{title}</span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** The operator's name and email address, and two links that leave the console. */
const OwnCard = ({ name, email }: { name: string; email: string }) => (
  <div className="grid gap-1 border-t border-line px-5 py-3 text-sm">
    <p className="truncate font-medium">{name}</p>
    <p className="truncate text-xs text-faint">{email}</p>
    <div className="flex items-center justify-between gap-3">
      <Link className="link flex min-h-8 items-center" to={paths.dashboard()}>
        Dashboard
      </Link>
      <Form action={paths.logout} method="post">
        <button className="link min-h-8 cursor-pointer" type="submit">
          Logout
        </button>
      </Form>
    </div>
  </div>
);
