import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { TextField } from "#components/kit/text-field.tsx";
import { codeOf, useErrorWords } from "#components/kit/words.tsx";
import type { PasskeyRequest } from "#lib/access/contract/passkey.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "#lib/access/contract/user.ts";
import { ApiError } from "#lib/platform/browser/api.ts";
import { Input } from "@/components/ui/input";

type Props = { label: string; error: unknown; autoFocus?: boolean };

/** Field for a new password, with its minimal length and the reason for a refusal. The server validates the password. */
export function NewPasswordField({ label, error, autoFocus = false }: Props) {
  const t = useTranslations("access.newPassword");
  const problem = passwordProblem(error);
  return (
    <TextField
      // A refused value is typed again in an empty, focused field.
      key={problem}
      label={label}
      hint={t("hint", { count: PASSWORD_MIN })}
      error={problem ? t(problem, { count: PASSWORD_MIN }) : undefined}
      name="new-password"
      type="password"
      autoComplete="new-password"
      required
      maxLength={PASSWORD_MAX}
      autoFocus={autoFocus || problem !== null}
    />
  );
}

type FieldProps = ComponentProps<typeof TextField>;

export const EmailField = (props: FieldProps) => (
  <TextField name="email" type="email" autoComplete="username" required maxLength={320} {...props} />
);

/** An existing password. */
export const PasswordField = (props: FieldProps) => (
  <TextField name="password" type="password" autoComplete="current-password" required maxLength={1000} {...props} />
);

export const NameField = (props: FieldProps) => (
  <TextField name="name" autoComplete="name" required maxLength={200} {...props} />
);

/** The user name field that password managers need. */
export const KnownEmail = ({ email }: { email: string }) => (
  <Input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
);

/** The code of an authenticator, or a recovery code: the keyboard of a phone offers both digits and letters. */
export const CodeField = (props: FieldProps) => (
  <TextField
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

const REFUSAL_CODES = ["PASSWORD_TOO_SHORT", "PASSWORD_COMMON", "PASSWORD_PERSONAL", "PASSWORD_SAME"] as const;
type PasswordProblem = (typeof REFUSAL_CODES)[number];

/** The reason why a new password was refused; null for other errors. */
export const passwordProblem = (error: unknown): PasswordProblem | null =>
  REFUSAL_CODES.find((code) => codeOf(error) === code) ?? null;

const SHORT_SECONDS = 90;

/** The reason of a failed sign-in with the waiting time, in seconds below 90 s, else in minutes. */
export function useSignInProblem(): (error: unknown) => string {
  const problem = useErrorWords("access.signIn.problem");
  return (error) => {
    const seconds = Math.max(1, (error instanceof ApiError ? error.retryAfter : null) ?? 60);
    const unit = seconds < SHORT_SECONDS ? "seconds" : "minutes";
    return problem(error, { seconds, minutes: Math.ceil(seconds / 60), unit });
  };
}

const SECOND_STEP_CODES = [
  "SECOND_FACTOR_REQUIRED",
  "SECOND_FACTOR_WRONG",
  "PASSKEY_REQUIRED",
  "PASSKEY_WRONG",
  "PASSKEY_DISABLED",
];

/** The password was right; a code or a passkey is required too. */
export const wantsCode = (error: unknown): boolean => SECOND_STEP_CODES.includes(codeOf(error) ?? "");

/** The passkey request of an answer; null if the user has no accepted passkey, undefined if the answer requests none. */
export const passkeyIn = (error: unknown): PasskeyRequest | null | undefined =>
  error instanceof ApiError && error.body && "passkey" in error.body
    ? (error.body.passkey as PasskeyRequest | null)
    : undefined;
