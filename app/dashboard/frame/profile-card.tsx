import { Form, Link } from '@remix-run/react';
import { Avatar } from '#app/components/avatar.tsx';
import { Disclosure } from '#app/components/disclosure.tsx';
import { Icon } from '#app/components/icon.tsx';
import { paths } from '#app/paths.ts';
import { planName } from '#app/plans/current-plan.ts';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';

/** The signed-in user, at the bottom of the sidebar; opens a card with more. */
export function ProfileCard({ narrow = false }: { narrow?: boolean }) {
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
