import { useTranslations } from "next-intl";
import { useRef } from "react";
import {
  CodeField,
  KnownEmail,
  NewPasswordField,
  PasswordField,
  passwordProblem,
} from "#components/access/credentials.tsx";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Form } from "#components/kit/form.tsx";
import { Failure } from "#components/kit/message.tsx";
import { Section } from "#components/kit/section.tsx";
import { codeOf, useErrorWords } from "#components/kit/words.tsx";
import { changePasswordByPasskey } from "#lib/access/browser/passkeys.ts";
import { changePassword } from "#lib/access/browser/users.ts";
import { Button } from "@/components/ui/button";

/** The kind of a change, for its message. */
export type AccountChange =
  | "password"
  | "factorOn"
  | "factorOff"
  | "passkeyOn"
  | "passkeyOff"
  | "codes"
  | "session"
  | "sessions";

type Props = {
  wantsCode: boolean;
  wantsPasskey: boolean;
  onDone: (change: AccountChange) => void;
};

/** Changes the user's own password, confirmed by the current password and the second factor. */
export function PasswordSection({ wantsCode, wantsPasskey, onDone }: Props) {
  const t = useTranslations("account.password");
  const problem = useErrorWords("account.problem");
  const signIn = useTranslations("access.signIn");
  const { email } = useCurrentUser();
  const form = useRef<HTMLFormElement>(null);
  const { run, isPending, error, stepUp } = useSecretChange(wantsPasskey ? changePasswordByPasskey : changePassword, {
    to: () => t("confirmTo"),
    onSuccess: () => {
      form.current?.reset();
      onDone("password");
    },
  });
  const submit = (typed: FormData) => {
    if (isPending) return;
    run({
      current_password: String(typed.get("current")),
      new_password: String(typed.get("new-password")),
      ...(wantsCode && { code: String(typed.get("code")) }),
    });
  };
  const failure = codeOf(error);
  const wrong = failure === "PASSWORD_WRONG";
  const wrongCode = failure === "SECOND_FACTOR_WRONG";
  const says = error && !wrong && !wrongCode && !passwordProblem(error) ? problem(error) : null;
  return (
    <Section id="password" title={t("title")}>
      <Form ref={form} onSend={submit} className="max-w-sm space-y-4">
        <p className="text-muted-foreground text-sm">{t("about")}</p>
        <KnownEmail email={email} />
        <PasswordField label={t("current")} name="current" error={wrong ? problem(error) : undefined} />
        <NewPasswordField label={t("new")} error={error} />
        {wantsCode && (
          <CodeField label={signIn("code")} hint={signIn("codeHint")} error={wrongCode ? problem(error) : undefined} />
        )}
        <Failure says={says} />
        <Button type="submit" variant="outline" aria-disabled={isPending}>
          {isPending ? t("working") : t("submit")}
        </Button>
      </Form>
      {stepUp}
    </Section>
  );
}
