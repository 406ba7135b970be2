import { Form, Link, useLocation } from '@remix-run/react';
import { Icon } from '#app/components/icon.tsx';
import { paths } from '#app/paths.ts';

/** The top of the sidebar, with the button that collapses it. */
export function SidebarBrand({ narrow }: { narrow: boolean }) {
  const { pathname, search } = useLocation();
  const label = narrow ? 'Expand sidebar' : 'Collapse sidebar';
  return (
    <div
      className={`flex h-14 shrink-0 items-center border-b border-line ${narrow ? 'justify-center' : 'justify-between pr-2 pl-5'}`}
    >
      {narrow ? null : (
        <Link className="font-serif text-lg leading-none" to={paths.home}>
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
