// Name and mark of the program.

/** The mark: pictures on a shelf. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect class="mark-ground" width="32" height="32" rx="7" />
      <rect x="7" y="7" width="11" height="8" rx="1.5" />
      <rect x="20" y="7" width="5" height="8" rx="1.5" opacity=".75" />
      <rect x="7" y="17" width="5" height="8" rx="1.5" opacity=".6" />
      <rect x="14" y="17" width="11" height="8" rx="1.5" opacity=".9" />
    </svg>
  );
}

/** Mark and name; leads to the start. */
export function Brand() {
  return (
    <a class="brand" href="/">
      <Mark />
      <span translate={false}>{NAME}</span>
    </a>
  );
}

/** The name is the same in all languages. */
export const NAME = 'Pinakes';
