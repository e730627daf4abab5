import { TextField } from "./text-field.tsx";

type Props = {
  label: string;
  text: string;
  differs: string;
  /** A sentence with the text, above the field, if the label does not contain the text. */
  ask?: string;
  autoFocus?: boolean;
};

/** A field that is valid when `text` was typed: the confirmation of actions that cannot be undone. */
export function TypedField({ text, differs, ask, ...field }: Props) {
  const check = (input: HTMLInputElement | null) =>
    input?.setCustomValidity(input.value.trim() === text.trim() ? "" : differs);
  return (
    <>
      {ask && (
        <div className="space-y-1.5">
          <p className="text-sm">{ask}</p>
          <code translate="no" className="wrap-anywhere block rounded-md bg-muted px-2.5 py-1.5 font-mono text-xs">
            {text}
          </code>
        </div>
      )}
      <TextField
        // Another text is another question: what was typed for the old text, and its error, is discarded.
        key={text}
        {...field}
        ref={check}
        onChange={({ target }) => check(target)}
        autoComplete="off"
        spellCheck={false}
        className={ask && "font-mono text-xs"}
      />
    </>
  );
}
