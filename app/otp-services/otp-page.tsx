import type { ComponentProps } from 'react';
import { SectionPage, SectionTabs } from '#app/components/sections.tsx';
import { paths } from '#app/paths.ts';

const sections = [
  { id: 'console', label: 'Console', to: paths.dashboard('OTPVerification') },
  { id: 'services', label: 'Services', to: paths.otpServices },
] as const;

/** Tabs of the screen “OTP Verification”. */
export const OtpTabs = ({ open }: { open: (typeof sections)[number]['id'] }) => (
  <SectionTabs open={open} sections={sections} />
);

export const ServicePage = (page: Omit<ComponentProps<typeof SectionPage>, 'navigation'>) => (
  <SectionPage {...page} navigation={<OtpTabs open="services" />} />
);
