import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { Help } from "#components/kit/help.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { Section } from "#components/kit/section.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { ActionFailure, useErrorWords } from "#components/kit/words.tsx";
import { createPasskey, passkeysOptions } from "#lib/access/browser/passkeys.ts";
import { type ListedPasskey, PASSKEY_NAME_MAX, PASSKEYS_MAX, type PasskeyList } from "#lib/access/contract/passkey.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useRecoveryCodes } from "./factor-section.tsx";
import type { AccountChange } from "./password-section.tsx";

type Props = {
  /** The user has an authenticator app too: its section shows the recovery codes. */
  hasAuthenticator: boolean;
  /** The policy requires a second factor. */
  isRequired: boolean;
  onDone: (change: AccountChange) => void;
};

export function PasskeySection(props: Props) {
  const t = useTranslations("account.passkeys");
  const problem = useErrorWords("account.problem");
  const query = useQuery(passkeysOptions());
  return (
    <Section id="passkeys" title={t("title")}>
      <Loaded query={query} label={t("loading")} height="h-32" failed={problem}>
        {(known) => <Passkeys known={known} {...props} />}
      </Loaded>
    </Section>
  );
}

function Passkeys({ known, hasAuthenticator, isRequired, onDone }: Props & { known: PasskeyList }) {
  const t = useTranslations("account.passkeys");
  const factor = useTranslations("account.factor");
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ListedPasskey | null>(null);
  const { renew, showCodes, codesDialog } = useRecoveryCodes(onDone);
  const { items, available, required, recovery_codes_left: left } = known;
  const ownsCodes = items.length > 0 && !hasAuthenticator;
  const isLast = items.length === 1 && !hasAuthenticator;
  return (
    <>
      <div className="space-y-2 text-sm">
        {(items.length === 0 || !available) && (
          <p className="max-w-prose text-muted-foreground">{t(available ? "about" : "unavailable")}</p>
        )}
        {ownsCodes && <p className="text-muted-foreground text-xs">{factor("codesLeft", { count: left })}</p>}
        <ActionFailure words="account.problem" error={renew.error} />
        <div className="flex flex-wrap gap-2 pt-1">
          {available && items.length < PASSKEYS_MAX && (
            <Button
              variant={items.length > 0 ? "outline" : "default"}
              aria-haspopup="dialog"
              onClick={() => setAdding(true)}
            >
              {t("add")}
            </Button>
          )}
          {available && items.length > 0 && <Help of={t("title")}>{t("about")}</Help>}
          {ownsCodes && (
            <Button variant="outline" aria-disabled={renew.isPending} onClick={() => renew.run(undefined)}>
              {factor("renew")}
            </Button>
          )}
        </div>
      </div>
      {items.length > 0 && (
        <ul aria-label={t("title")} className="-mx-4 mt-4 -mb-4 divide-y divide-border border-border border-t">
          {items.map((passkey) => (
            <Passkey key={passkey.passkey_id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {adding && (
        <ChangeDialog
          of="account.addPasskey"
          act={(form) => createPasskey(String(form.get("name")))}
          changes={[passkeysOptions().queryKey]}
          onDone={({ recovery_codes }) =>
            recovery_codes
              ? showCodes({ codes: recovery_codes, did: "passkeyOn", replaceOthers: false })
              : onDone("passkeyOn")
          }
          onClosed={() => setAdding(false)}
          failure={{ words: "account.problem" }}
        >
          <TextField label={t("name")} hint={t("nameHint")} name="name" required maxLength={PASSKEY_NAME_MAX} />
        </ChangeDialog>
      )}
      {removing && (
        <ChangeDialog
          of="account.removePasskey"
          values={{ name: removing.name }}
          about={isLast && t(isRequired || required ? "removeRequired" : "removeLast")}
          destructive
          act={() => api("DELETE /api/account/passkeys/{passkey_id}", { params: { passkey_id: removing.passkey_id } })}
          changes={[passkeysOptions().queryKey]}
          onDone={() => {
            // A user without the required second factor may open only the setup page: a reload leads there.
            if (isRequired || required) window.location.reload();
            else onDone("passkeyOff");
          }}
          onClosed={() => setRemoving(null)}
          failure={{ words: "account.problem" }}
        />
      )}
      {renew.stepUp}
      {codesDialog}
    </>
  );
}

function Passkey({ passkey, onRemove }: { passkey: ListedPasskey; onRemove: () => void }) {
  const t = useTranslations("account.passkeys");
  const { name, created_at, last_used_at: used, disabled_at } = passkey;
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">
          {name}
          {disabled_at !== null && (
            <Badge variant="secondary" className="ml-2">
              {t("disabled")}
            </Badge>
          )}
        </p>
        <p className="wrap-anywhere text-muted-foreground text-xs">
          {t.rich("created", { at: () => <ExactInstant at={created_at} /> })}
          {" · "}
          <span>
            {used === null ? t("unused") : <span>{t.rich("used", { at: () => <ExactInstant at={used} /> })}</span>}
          </span>
        </p>
        {disabled_at !== null && <p className="text-failed text-xs">{t("disabledWhy")}</p>}
      </div>
      <Button
        variant="outline"
        size="xs"
        aria-haspopup="dialog"
        aria-label={t("removeNamed", { name })}
        onClick={onRemove}
      >
        {t("remove")}
      </Button>
    </li>
  );
}
