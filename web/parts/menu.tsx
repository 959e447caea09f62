// A button that shows a panel below it: closes with Escape, by a click elsewhere and when the focus leaves.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

interface Properties {
  readonly label: string;
  readonly icon: IconName;
  /** The label is shown only where there is room for it. */
  readonly isCompact?: boolean;
  readonly children: ComponentChildren;
}

/** A disclosure, not a menu in the sense of ARIA: what it shows are links and form fields. */
export function Menu({ label, icon, isCompact = false, children }: Properties) {
  const isOpen = useSignal(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    isOpen.value = false;
  };
  useEffect(() => {
    if (!isOpen.value) return undefined;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen.value]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape counts for all that is inside.
    <div
      class="menu"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen.value) return;
        event.stopPropagation();
        close();
        button.current?.focus();
      }}
    >
      <button
        type="button"
        class={`button quiet${isCompact ? ' compact' : ''}`}
        ref={button}
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name={icon} />
        <span class="button-label">{label}</span>
      </button>
      <div id={id} class="menu-panel" hidden={!isOpen.value}>
        {children}
      </div>
    </div>
  );
}
