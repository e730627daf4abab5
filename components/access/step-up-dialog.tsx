import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import type { StepUpProps } from "#components/core/secrets/step-up-context.ts";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Form } from "#components/kit/form.tsx";
import { codeOf } from "#components/kit/words.tsx";
import { confirmByPasskey, passkeysOptions } from "#lib/access/browser/passkeys.ts";
import type { Confirmation } from "#lib/access/contract/access-input.ts";
import { api, isSignedOut } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { CodeField, KnownEmail, PasswordField, useSignInProblem, wantsCode } from "./credentials.tsx";
import { ProviderWindow } from "./provider-button.tsx";

/**
 * Asks for the password, with the code of a second factor, or for a passkey, before keys, secrets or users are changed
 * (design §9). Open from its first render.
 */
export function StepUpDialog({ to, onConfirmed, onClosed }: StepUpProps) {
  const t = useTranslations("access.stepUp");
  const { email, ways } = useCurrentUser();
  const byPassword = ways.includes("password");
  const words = useTranslations("access.signIn");
  const signInProblem = useSignInProblem();
  const form = useRef<HTMLFormElement>(null);
  const hasPasskey = useQuery(passkeysOptions()).data?.items.some((one) => one.disabled_at === null) ?? false;
  /** The accepted password while the code is requested. */
  const [password, setPassword] = useState<string | null>(null);
  const finish = () => {
    onClosed();
    onConfirmed();
  };
  const confirm = useMutation({
    mutationFn: (given: Confirmation | "passkey") =>
      given === "passkey" ? confirmByPasskey() : api("POST /api/session/step-up", { body: given }),
    gcTime: 0,
    onSuccess: finish,
    onError: (error, given) => {
      if (given === "passkey") return;
      if (wantsCode(error)) setPassword(given.password);
      else if (codeOf(error) === "PASSWORD_WRONG") setPassword(null);
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React bubbles the event through the portal to the form that asks for the confirmation.
    event.stopPropagation();
    if (confirm.isPending) return;
    const sent = new FormData(event.currentTarget);
    const typed = (name: string) => String(sent.get(name));
    confirm.mutate(password === null ? { password: typed("password") } : { password, code: typed("code") });
    form.current?.reset();
  };
  const says =
    confirm.isError && codeOf(confirm.error) !== "SECOND_FACTOR_REQUIRED" && !isSignedOut(confirm.error)
      ? signInProblem(confirm.error)
      : undefined;
  return (
    <ActionDialog
      title={t("title", { action: to })}
      about={t("why")}
      busy={confirm.isPending}
      className="w-96"
      onClosed={onClosed}
    >
      <Form ref={form} onSubmit={send} className="space-y-4">
        {ways.includes("provider") && <ProviderWindow purpose="stepUp" onSignedIn={finish} />}
        {byPassword && <KnownEmail email={email} />}
        {byPassword && password === null && (
          <PasswordField key="password" label={t("password")} autoFocus={confirm.isError} error={says} />
        )}
        {byPassword && password !== null && (
          <CodeField key="code" label={words("code")} hint={words("codeHint")} error={says} autoFocus />
        )}
        {byPassword && hasPasskey && (
          <Button
            variant="outline"
            className="w-full"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate("passkey")}
          >
            <KeyRound aria-hidden />
            {t("passkey")}
          </Button>
        )}
        <DialogFooter>
          <Cancel onClick={onClosed} />
          {byPassword && (
            <Button type="submit" disabled={confirm.isPending}>
              {t("confirm")}
            </Button>
          )}
        </DialogFooter>
      </Form>
    </ActionDialog>
  );
}
