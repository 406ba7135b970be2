import { Link } from '@remix-run/react';
import type { ComponentProps } from 'react';
import { SectionPage } from '#app/components/section-page.tsx';
import { paths } from '#app/paths.ts';

type HookPageProps = Omit<ComponentProps<typeof SectionPage>, 'navigation'> & {
  /** The page from which this page was most likely opened. */
  back: { to: string; label: string };
};

export const backToHooks = { to: paths.dashboard('hooks'), label: 'All hooks' };

/** A page below the screen “Hooks”. */
export const HookPage = ({ back, ...page }: HookPageProps) => (
  <SectionPage
    {...page}
    navigation={
      <p className="-mt-2">
        <Link className="link inline-block py-1 text-sm" to={back.to}>
          {back.label}
        </Link>
      </p>
    }
  />
);

/** Whether a hook works, as a stamp. */
export const HookStamp = ({ isActive, hasSecret }: { isActive: boolean; hasSecret: boolean }) => {
  if (!isActive) return <span className="stamp text-faint">Off</span>;
  if (!hasSecret) return <span className="stamp text-waiting">Waits for its key</span>;
  return <span className="stamp text-good">On</span>;
};
