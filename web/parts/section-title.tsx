// The title of a section of a picture's view, of the level that fits where the view stands.
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Level of the view's own title: 1 on its own page, 2 in the dialog. */
export const TitleLevel = createContext(2);

/** The title; it looks the same at every level. */
export function SectionTitle({ children }: { readonly children: ComponentChildren }) {
  return <h3 aria-level={useContext(TitleLevel) + 1}>{children}</h3>;
}
