import { TextField } from "./text-field.tsx";

type Props = {
  label: string;
  text: string;
  differs: string;
  /** Above the field with the text, where the label does not contain it. */
  ask?: string;
  autoFocus?: boolean;
};

/** A field that is right once `text` has been typed: what can't be undone is confirmed by it. */
export function TypedField({ text, differs, ask, ...field }: Props) {
  const check = (input: HTMLInputElement | null) =>
    input?.setCustomValidity(input.value.trim() === text.trim() ? "" : differs);
  return (
    <>
      {ask && (
        <div className="space-y-1.5">
          <p className="text-sm">{ask}</p>
          <code className="wrap-anywhere block rounded-md bg-muted px-2.5 py-1.5 font-mono text-xs">{text}</code>
        </div>
      )}
      <TextField
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
