// One of a few values, as a group of radio buttons in a row.
import { useId } from 'preact/hooks';

interface Properties<T extends string> {
  readonly legend: string;
  readonly values: readonly T[];
  readonly value: T;
  readonly labelOf: (value: T) => string;
  readonly onChange: (value: T) => void;
  /** Language of a label that is not that of the page. */
  readonly languageOf?: (value: T) => string;
}

/** The group. */
export function Choice<T extends string>(properties: Properties<T>) {
  const { legend, values, value, labelOf, onChange, languageOf } = properties;
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="choice-row">
        {values.map((each) => (
          <label key={each} lang={languageOf?.(each)}>
            <input
              type="radio"
              name={name}
              value={each}
              checked={each === value}
              onChange={() => onChange(each)}
            />
            <span>{labelOf(each)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
