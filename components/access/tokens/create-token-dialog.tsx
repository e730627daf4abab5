import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { api } from "#lib/platform/browser/api.ts";
import { may, SCOPES, type Scope } from "#lib/platform/contract/permissions.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldContent, FieldDescription, FieldLabel, FieldLegend, FieldSet, FieldTitle } from "@/components/ui/field";
import { CreateDialog, type DialogProps } from "./token-list.tsx";

const LIFETIME_DAYS = ["30", "90", "180", "365"] as const;
const DAY_MS = 24 * 60 * 60_000;

/** Creates a token with a name, permissions and a lifetime. The next dialog reveals its value. */
export function CreateTokenDialog(props: DialogProps) {
  const t = useTranslations("tokens.create");
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState<(typeof LIFETIME_DAYS)[number]>("90");
  const create = (form: FormData) =>
    api("POST /api/tokens", {
      body: {
        name: String(form.get("name")).trim(),
        scopes,
        expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      },
    });
  return (
    <CreateDialog
      {...props}
      of="tokens"
      act={create}
      blocked={scopes.length === 0}
      submit={scopes.length === 0 ? t("choose") : t("submit")}
    >
      <ScopeChoice
        chosen={scopes}
        onChange={(scope, on) => setScopes(SCOPES.filter((one) => (one === scope ? on : scopes.includes(one))))}
      />
      <SelectField
        label={t("life")}
        values={LIFETIME_DAYS}
        nameOf={(each) => t("days", { days: Number(each) })}
        value={days}
        onChange={setDays}
      />
    </CreateDialog>
  );
}

type ChoiceProps = { chosen: readonly Scope[]; onChange: (scope: Scope, on: boolean) => void };

/** The permissions that the user may give to a token. */
function ScopeChoice({ chosen, onChange }: ChoiceProps) {
  const t = useTranslations("tokens");
  const { role } = useCurrentUser();
  return (
    <FieldSet className="gap-2">
      <FieldLegend>{t("create.scopes")}</FieldLegend>
      {SCOPES.filter((scope) => may(role, scope)).map((scope) => (
        <FieldLabel
          key={scope}
          className="w-full cursor-pointer items-start gap-2.5 rounded-md border border-border p-3 font-normal has-checked:border-primary has-checked:bg-accent/50"
        >
          <Checkbox checked={chosen.includes(scope)} onCheckedChange={(on) => onChange(scope, on)} className="mt-0.5" />
          <FieldContent>
            <FieldTitle>{t(`scope.${scope}.name`)}</FieldTitle>
            <FieldDescription>{t(`scope.${scope}.about`)}</FieldDescription>
          </FieldContent>
        </FieldLabel>
      ))}
    </FieldSet>
  );
}
