import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';
import { Icon } from './icon.tsx';

type MenuProps = {
  /** The classes of the button. */
  buttonClassName: string;
  className: string;
  children: ReactNode;
};

/** A menu behind a button on narrow screens. The menu closes like any `Disclosure`. */
export function Menu({ buttonClassName, className, children }: MenuProps) {
  return (
    <Disclosure
      className={`group/menu ${className}`}
      summary={
        <summary
          className={`flex size-10 cursor-pointer list-none items-center justify-center rounded-md ${buttonClassName}`}
        >
          <span className="sr-only">Menu</span>
          <span className="group-open/menu:hidden">
            <Icon name="menu" />
          </span>
          <span className="hidden group-open/menu:block">
            <Icon name="close" />
          </span>
        </summary>
      }
    >
      {children}
    </Disclosure>
  );
}
