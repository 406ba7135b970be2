import { paths } from '#app/paths.ts';

export const backToHooks = { to: paths.dashboard('hooks'), label: 'All hooks' };

/** A stamp that shows whether a hook works. */
export const HookStamp = ({ isActive, hasSecret }: { isActive: boolean; hasSecret: boolean }) => {
  if (!isActive) return <span className="stamp text-faint">Off</span>;
  if (!hasSecret) return <span className="stamp text-waiting">Waits for its key</span>;
  return <span className="stamp text-good">On</span>;
};
