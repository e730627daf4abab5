import type { ComponentProps } from "react";
import { Field } from "#components/ui/input.tsx";

type Props = Pick<ComponentProps<"input">, "autoFocus" | "ref"> & {
  label: string;
  hint: string;
  error?: string | undefined;
};

/** The code of an authenticator, or a recovery code: the keyboard of a phone offers both digits and letters. */
export function CodeField(props: Props) {
  return (
    <Field
      {...props}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={50}
      className="font-mono tracking-wider"
    />
  );
}
