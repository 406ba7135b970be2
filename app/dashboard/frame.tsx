import type { ReactNode } from 'react';
import { Breadcrumb } from './frame/breadcrumb.tsx';
import { ConfirmEmailBanner } from './frame/confirm-email-banner.tsx';
import { Drawer } from './frame/drawer.tsx';
import { ProfileCard } from './frame/profile-card.tsx';
import { SidebarBrand } from './frame/sidebar-brand.tsx';
import { SidebarNav } from './frame/sidebar-nav.tsx';
import { ModeSwitch } from './mode/mode-switch.tsx';
import type { Screen } from './screens.ts';

type FrameProps = {
  screen: Screen;
  narrow: boolean;
  livemode: boolean;
  /** Across the page, below the top bar. */
  strip: ReactNode;
  children: ReactNode;
};

/** The layout around every screen: the sidebar, or a drawer on a phone, and the top bar. */
export function Frame({ screen, narrow, livemode, strip, children }: FrameProps) {
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
        <div className="flex-1 overflow-y-auto py-3">
          <SidebarNav narrow={narrow} open={screen.id} />
        </div>
        <ProfileCard narrow={narrow} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-14 items-center gap-3 border-b border-line px-4 sm:px-6">
          <Drawer open={screen.id} />
          <Breadcrumb title={screen.title} />
          <div className="ml-auto flex">
            <ModeSwitch livemode={livemode} />
          </div>
        </header>
        {strip}
        <main className="group/content grid w-full max-w-6xl gap-6 px-4 py-6 sm:px-6" id="content">
          <ConfirmEmailBanner />
          <h1 className="text-lg font-semibold tracking-tight">{screen.title}</h1>
          {children}
          <p className="hidden text-xs text-faint group-has-[time]/content:block">
            Times are India’s (IST, UTC+05:30).
          </p>
        </main>
      </div>
    </div>
  );
}
